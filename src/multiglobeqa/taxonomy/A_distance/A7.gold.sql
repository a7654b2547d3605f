SELECT tuple_id, m.id AS entity, ['class', 'point', 'country'] AS facts
FROM tuples
JOIN country b ON b.id = entity_B
JOIN place m ON m.class IN (class_A, class_C) AND m.country = b.iso3
