"""The same answers in each of the 17 languages."""

import tomllib
from importlib import resources

import pytest

from multiglobeqa.answers.free import LANGUAGES, read
from multiglobeqa.answers.free.words import words

COMPASS = {
    "values": [
        *("north", "north-east", "east", "south-east"),
        *("south", "south-west", "west", "north-west"),
    ]
}
SIDES = {"values": ["left", "right"]}
STREAM = {"values": ["upstream", "downstream"]}
TERNARY = {"values": ["true", "plausibly", "false"]}
DAY, MONTH = {"precision": "day"}, {"precision": "month"}


def same(form, options, expected, **texts):
    """Return a case for each language."""
    assert set(texts) == set(LANGUAGES), set(LANGUAGES) ^ set(texts)
    return [(form, options, expected, language, text) for language, text in texts.items()]


CASES = [
    *same(
        *("distance", {}, 1234.5),
        eng="The distance is about 1,234.5 kilometers.",
        bul="Разстоянието е около 1234,5 километра.",
        deu="Die Entfernung beträgt etwa 1.234,5 Kilometer.",
        ell="Η απόσταση είναι περίπου 1.234,5 χιλιόμετρα.",
        fra="La distance est d'environ 1 234,5 kilomètres.",
        ita="La distanza è di circa 1.234,5 chilometri.",
        jpn="距離は約１，２３４．５キロメートルです。",
        kat="მანძილი დაახლოებით 1 234,5 კილომეტრია.",
        por="A distância é de cerca de 1.234,5 quilômetros.",
        ron="Distanța este de aproximativ 1.234,5 kilometri.",
        rus="Расстояние составляет около 1 234,5 километра.",
        spa="La distancia es de unos 1.234,5 kilómetros.",
        sqi="Distanca është rreth 1 234,5 kilometra.",
        tur="Mesafe yaklaşık 1.234,5 kilometredir.",
        urd="فاصلہ تقریباً ۱٬۲۳۴٫۵ کلومیٹر ہے۔",
        vie="Khoảng cách là khoảng 1.234,5 ki-lô-mét.",
        zho="距离约为1,234.5公里。",
    ),
    *same(
        *("area", {}, 2.5),
        eng="250 hectares",
        bul="250 хектара",
        deu="250 Hektar",
        ell="250 εκτάρια",
        fra="250 hectares",
        ita="250 ettari",
        jpn="250ヘクタール",
        kat="250 ჰექტარი",
        por="250 hectares",
        ron="250 hectare",
        rus="250 гектаров",
        spa="250 hectáreas",
        sqi="250 hektarë",
        tur="250 hektar",
        urd="۲۵۰ ہیکٹر",
        vie="250 héc-ta",
        zho="250公顷",
    ),
    *same(
        *("boolean", {}, True),
        eng="Yes, it is.",
        bul="Да, така е.",
        deu="Ja, das ist so.",
        ell="Ναι, είναι.",
        fra="Oui, c'est le cas.",
        ita="Sì, è così.",
        jpn="はい、そうです。",
        kat="დიახ, ასეა.",
        por="Sim, é.",
        ron="Da, este.",
        rus="Да, это так.",
        spa="Sí, lo es.",
        sqi="Po, është.",
        tur="Evet, öyle.",
        urd="جی ہاں، ایسا ہے۔",
        vie="Có, đúng vậy.",
        zho="是的，没错。",
    ),
    *same(
        *("boolean", {}, False),
        eng="No, it is not.",
        bul="Не, не е.",
        deu="Nein, das stimmt nicht.",
        ell="Όχι, δεν είναι.",
        fra="Non, ce n'est pas le cas.",
        ita="No, non lo è.",
        jpn="いいえ、違います。",
        kat="არა, არ არის.",
        por="Não, não é.",
        ron="Nu, nu este.",
        rus="Нет, это не так.",
        spa="No, no lo es.",
        sqi="Jo, nuk është.",
        tur="Hayır, değil.",
        urd="جی نہیں، ایسا نہیں ہے۔",
        vie="Không, không phải.",
        zho="不是，不对。",
    ),
    *same(
        *("boolean", TERNARY, "plausibly"),
        eng="plausibly",
        bul="правдоподобно",
        deu="plausibel",
        ell="εύλογα",
        fra="plausiblement",
        ita="plausibilmente",
        jpn="もっともらしい",
        kat="სარწმუნოდ",
        por="plausivelmente",
        ron="plauzibil",
        rus="правдоподобно",
        spa="plausiblemente",
        sqi="ka mundësi",
        tur="olası",
        urd="ممکن ہے",
        vie="có thể",
        zho="可能",
    ),
    *same(
        *("choice", COMPASS, "north-east"),
        eng="It lies to the northeast.",
        bul="на североизток",
        deu="nordöstlich",
        ell="βορειοανατολικά",
        fra="au nord-est",
        ita="a nord-est",
        jpn="北東です",
        kat="ჩრდილო-აღმოსავლეთით",
        por="a nordeste",
        ron="la nord-est",
        rus="на северо-востоке",
        spa="al noreste",
        sqi="në verilindje",
        tur="kuzeydoğusunda",
        urd="شمال مشرق",
        vie="phía đông bắc",
        zho="东北方向",
    ),
    *same(
        *("choice", COMPASS, "west"),
        eng="west",
        bul="на запад",
        deu="im Westen",
        ell="δυτικά",
        fra="à l'ouest",
        ita="a ovest",
        jpn="西",
        kat="დასავლეთით",
        por="a oeste",
        ron="la vest",
        rus="на западе",
        spa="al oeste",
        sqi="në perëndim",
        tur="batıda",
        urd="مغرب",
        vie="phía tây",
        zho="西面",
    ),
    *same(
        *("choice", COMPASS, "south"),
        eng="southern",
        bul="на юг",
        deu="südlich",
        ell="νότια",
        fra="au sud",
        ita="a sud",
        jpn="南",
        kat="სამხრეთით",
        por="ao sul",
        ron="la sud",
        rus="на юге",
        spa="al sur",
        sqi="në jug",
        tur="güneyinde",
        urd="جنوب",
        vie="phía nam",
        zho="南边",
    ),
    *same(
        *("choice", SIDES, "left"),
        eng="on the left",
        bul="отляво",
        deu="links",
        ell="αριστερά",
        fra="à gauche",
        ita="a sinistra",
        jpn="左側",
        kat="მარცხნივ",
        por="à esquerda",
        ron="în stânga",
        rus="слева",
        spa="a la izquierda",
        sqi="majtas",
        tur="solda",
        urd="بائیں",
        vie="bên trái",
        zho="左侧",
    ),
    *same(
        *("choice", SIDES, "right"),
        eng="on the right",
        bul="отдясно",
        deu="rechts",
        ell="δεξιά",
        fra="à droite",
        ita="a destra",
        jpn="右側",
        kat="მარჯვნივ",
        por="à direita",
        ron="în dreapta",
        rus="справа",
        spa="a la derecha",
        sqi="djathtas",
        tur="sağda",
        urd="دائیں",
        vie="bên phải",
        zho="右侧",
    ),
    *same(
        *("choice", STREAM, "downstream"),
        eng="downstream",
        bul="надолу по течението",
        deu="flussabwärts",
        ell="κατάντη",
        fra="en aval",
        ita="a valle",
        jpn="下流",
        kat="დინების ქვემოთ",
        por="a jusante",
        ron="în aval",
        rus="ниже по течению",
        spa="aguas abajo",
        sqi="në rrjedhën e poshtme",
        tur="akıntı aşağı",
        urd="بہاؤ کے نیچے",
        vie="hạ lưu",
        zho="下游",
    ),
    *same(
        *("date", DAY, "2018-07-12"),
        eng="July 12, 2018",
        bul="12 юли 2018 г.",
        deu="12. Juli 2018",
        ell="12 Ιουλίου 2018",
        fra="12 juillet 2018",
        ita="12 luglio 2018",
        jpn="2018年7月12日",
        kat="2018 წლის 12 ივლისი",
        por="12 de julho de 2018",
        ron="12 iulie 2018",
        rus="12 июля 2018 года",
        spa="12 de julio de 2018",
        sqi="12 korrik 2018",
        tur="12 Temmuz 2018",
        urd="۱۲ جولائی ۲۰۱۸",
        vie="ngày 12 tháng 7 năm 2018",
        zho="2018年7月12日",
    ),
    *same(
        *("point", {}, {"latitude": -33.9, "longitude": 18.4}),
        eng="33.9° S, 18.4° E",
        bul="33,9° ю.ш., 18,4° и.д.",
        deu="33,9° S, 18,4° O",
        ell="33,9° Ν, 18,4° Α",
        fra="33,9° S, 18,4° E",
        ita="33,9° S, 18,4° E",
        jpn="南緯33.9度、東経18.4度",
        kat="სამხრეთ განედის 33,9°, აღმოსავლეთ გრძედის 18,4°",
        por="33,9° S, 18,4° L",
        ron="33,9° S, 18,4° E",
        rus="33,9° ю. ш., 18,4° в. д.",
        spa="33,9° S, 18,4° E",
        sqi="33,9° J, 18,4° L",
        tur="33,9° G, 18,4° D",
        urd="۳۳٫۹° جنوب، ۱۸٫۴° مشرق",
        vie="33,9° N, 18,4° Đ",
        zho="南纬33.9°，东经18.4°",
    ),
    *same(
        *("point", {}, {"latitude": 40.5, "longitude": -3.75}),
        eng="latitude 40.5, longitude -3.75",
        bul="географска ширина 40,5, географска дължина -3,75",
        deu="Breitengrad 40,5, Längengrad -3,75",
        ell="γεωγραφικό πλάτος 40,5, γεωγραφικό μήκος -3,75",
        fra="latitude 40,5, longitude -3,75",
        ita="latitudine 40,5, longitudine -3,75",
        jpn="緯度40.5、経度-3.75",
        kat="განედი 40,5, გრძედი -3,75",
        por="latitude 40,5, longitude -3,75",
        ron="latitudine 40,5, longitudine -3,75",
        rus="широта 40,5, долгота -3,75",
        spa="latitud 40,5, longitud -3,75",
        sqi="gjerësia gjeografike 40,5, gjatësia gjeografike -3,75",
        tur="enlem 40,5, boylam -3,75",
        urd="عرض بلد 40.5، طول بلد -3.75",
        vie="vĩ độ 40,5, kinh độ -3,75",
        zho="纬度40.5，经度-3.75",
    ),
    *same(
        *("set", {}, ["Alpha", "Beta", "Gamma"]),
        eng="Alpha, Beta and Gamma",
        bul="Alpha, Beta и Gamma",
        deu="Alpha, Beta und Gamma",
        ell="Alpha, Beta και Gamma",
        fra="Alpha, Beta et Gamma",
        ita="Alpha, Beta e Gamma",
        jpn="Alpha、Beta、Gamma",
        kat="Alpha, Beta და Gamma",
        por="Alpha, Beta e Gamma",
        ron="Alpha, Beta și Gamma",
        rus="Alpha, Beta и Gamma",
        spa="Alpha, Beta y Gamma",
        sqi="Alpha, Beta dhe Gamma",
        tur="Alpha, Beta ve Gamma",
        urd="Alpha، Beta اور Gamma",
        vie="Alpha, Beta và Gamma",
        zho="Alpha、Beta和Gamma",
    ),
    *same(
        *("count", {}, 7),
        eng="Thinking of 3 and 4. Final answer: 7",
        bul="3 и 4. Отговор: 7",
        deu="3 und 4. Die Antwort ist 7.",
        ell="3 και 4. Η απάντηση είναι 7.",
        fra="3 et 4. La réponse est 7.",
        ita="3 e 4. La risposta è 7.",
        jpn="3と4。答えは7です。",
        kat="3 და 4. პასუხი: 7",
        por="3 e 4. A resposta é 7.",
        ron="3 și 4. Răspunsul este 7.",
        rus="3 и 4. Ответ: 7",
        spa="3 y 4. La respuesta es 7.",
        sqi="3 dhe 4. Përgjigjja është 7.",
        tur="3 ve 4. Cevap: 7",
        urd="3 اور 4۔ جواب: 7",
        vie="3 và 4. Câu trả lời là 7.",
        zho="3和4。答案是7。",
    ),
]

REFUSALS = {
    "eng": "I cannot determine the distance.",
    "bul": "Не знам.",
    "deu": "Das kann ich nicht beantworten.",
    "ell": "Δεν γνωρίζω.",
    "fra": "Je ne sais pas.",
    "ita": "Non lo so.",
    "jpn": "わかりません。",
    "kat": "არ ვიცი.",
    "por": "Não sei.",
    "ron": "Nu știu.",
    "rus": "Я не знаю.",
    "spa": "No lo sé.",
    "sqi": "Nuk e di.",
    "tur": "Bilmiyorum.",
    "urd": "مجھے معلوم نہیں۔",
    "vie": "Tôi không biết.",
    "zho": "我不知道。",
}


@pytest.mark.parametrize(("form", "options", "expected", "language", "text"), CASES)
def test_reads(form, options, expected, language, text):
    found = read(text, form, options, language)
    if isinstance(expected, float):
        assert found.answer == pytest.approx(expected)
    else:
        assert found.answer == expected
    assert not found.refused


@pytest.mark.parametrize("form", ["distance", "entity", "set", "boolean", "point", "date"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals(language, form):
    found = read(REFUSALS[language], form, {}, language)
    assert found == (None, "refusal", True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_data_is_complete(language):
    folder = resources.files("multiglobeqa.answers.free").joinpath("data")
    data, english = (
        tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))
        for name in (language, "eng")
    )
    assert set(english) <= set(data)
    for table in ("choices", "letters", "units"):
        assert set(data[table]) == set(english[table])
    assert len(data["months"]) == 12
    assert data["decimal"] in ".,"
    assert words(language).language == language


def test_english_is_understood_everywhere():
    for language in LANGUAGES:
        assert read("12.5 miles", "distance", {}, language).answer == pytest.approx(20.1168)
        assert read("north-west", "choice", COMPASS, language).answer == "north-west"
        assert read("I don't know", "date", DAY, language).refused
