-- What operators did to a checkpoint, and which snapshots of it there are. The flusher neither reads nor writes these.

CREATE TABLE hl_history (
  id            BIGINT       NOT NULL AUTO_INCREMENT,
  at            TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  what          VARCHAR(32)  NOT NULL COMMENT 'restored, re-anchored',
  who           VARCHAR(255) NOT NULL COMMENT 'account and machine that did it',
  cluster_id    VARCHAR(255) NOT NULL COMMENT 'Kafka cluster of the log from then on',
  topic_id      VARCHAR(255) NOT NULL COMMENT 'Kafka topic id of the log from then on',
  next_offset   BIGINT       NOT NULL COMMENT 'where the checkpoint stood from then on',
  sequence_base BIGINT       NOT NULL COMMENT 'sequence number of offset 0 from then on',
  digest        BIGINT       NOT NULL COMMENT 'of the whole state from then on',
  note          TEXT         NOT NULL COMMENT 'where it stood before, or from which file it came',
  PRIMARY KEY (id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'one row per repair of this database by an operator; nothing reads it';

CREATE TABLE hl_snapshot (
  cluster_id    VARCHAR(255) NOT NULL,
  topic_id      VARCHAR(255) NOT NULL COMMENT 'Kafka topic id of the log it belongs to',
  next_offset   BIGINT       NOT NULL COMMENT 'first offset that is not in it',
  digest        BIGINT       NOT NULL COMMENT 'of the whole state in it',
  taken_at      TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  file          VARCHAR(512) NOT NULL COMMENT 'where it was written',
  PRIMARY KEY (topic_id, next_offset)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'snapshots of this checkpoint: the leader deletes log records only below the newest one';
