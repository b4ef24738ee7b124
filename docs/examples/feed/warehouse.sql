-- The table that connect-warehouse.properties fills. Keys differ by case and by blanks at their end, as those of the lane do.
CREATE TABLE counters (
  `key` VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL PRIMARY KEY,
  `value` BIGINT NOT NULL,
  `held` BIGINT NOT NULL,
  `confirmed` BIGINT NOT NULL,
  `version` BIGINT NOT NULL,
  `asOf` BIGINT NOT NULL,
  `time` BIGINT NOT NULL
)
