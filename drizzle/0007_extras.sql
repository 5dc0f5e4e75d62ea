INSERT INTO `meta` (`key`, `value`)
SELECT 'extras_due', 'yes' WHERE EXISTS (SELECT 1 FROM `admins`) OR EXISTS (SELECT 1 FROM `customers`);
