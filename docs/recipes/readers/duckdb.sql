-- The tables of a folder that `rkmap apply -o rows/ --unify` wrote. Amounts are decimals, which DuckDB would guess to be floating
-- point.
CREATE VIEW "Order" AS SELECT * FROM read_csv('rows/Order.csv', types = {'total': 'DECIMAL(18,2)'});
CREATE VIEW "Customer" AS SELECT * FROM read_csv('rows/Customer.csv');
