from multiglobeqa.build.check import check_templates
from multiglobeqa.taxonomy import templates


def spoilt(**changes):
    template = next(template for template in templates() if template.tid == "A1")
    return [template.model_copy(update=changes)]


def test_the_templates_are_complete():
    assert check_templates() == []


def test_names_what_is_missing():
    assert "A99: has no solver in multiglobeqa.solve" in check_templates(spoilt(tid="A99"))
    assert "A1: knows no graph 'mars'" in check_templates(spoilt(graphs=("mars",)))
    assert (
        "no answer or entities"
        in check_templates(spoilt(answer_sql="SELECT tuple_id FROM tuples"))[0]
    )
    assert (
        "no entity"
        in check_templates(spoilt(gold_sql="SELECT tuple_id, ['class'] AS facts FROM tuples"))[0]
    )
    assert "the database refuses" in check_templates(spoilt(answer_sql="SELECT nonsense"))[0]
    assert "nothing fills: value" in check_templates(spoilt(convention="within {value} km"))[0]
