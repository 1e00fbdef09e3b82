SELECT c.id, count(*) AS orders, sum(o.total) AS total
FROM "Order" o
JOIN "Customer" c ON c.id = o.customer_id
GROUP BY c.id
ORDER BY total DESC, c.id
LIMIT 5;
