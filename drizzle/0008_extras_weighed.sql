INSERT INTO `meta` (`key`, `value`)
SELECT 'extras_weighed', 'reliability' WHERE NOT EXISTS (SELECT 1 FROM `meta` WHERE `key` = 'extras_due')
AND (EXISTS (SELECT 1 FROM `admins`) OR EXISTS (SELECT 1 FROM `customers`));
