-- The checkpoint: the whole state of the lane as of hl_meta.next_offset, written in one transaction per flush.

CREATE TABLE hl_meta (
  id                   TINYINT UNSIGNED NOT NULL COMMENT 'always 1',
  cluster_id           VARCHAR(255)     NOT NULL COMMENT 'Kafka cluster the log is in',
  topic_id             VARCHAR(255)     NOT NULL COMMENT 'Kafka topic id of the log',
  fence_epoch          BIGINT           NOT NULL COMMENT 'epoch of the process that may write',
  next_offset          BIGINT           NOT NULL COMMENT 'first offset that is not in this checkpoint',
  sequence_base        BIGINT           NOT NULL COMMENT 'sequence number of offset 0',
  state_epoch          BIGINT           NOT NULL COMMENT 'epoch of the last LEAD below next_offset',
  leader               BINARY(16)       NOT NULL COMMENT 'incarnation of that leader',
  log_time             BIGINT           NOT NULL COMMENT 'T, epoch ms of the log clock',
  ceiling              BIGINT           NOT NULL COMMENT 'limit of T by the last TICK, epoch ms',
  horizon              BIGINT           NOT NULL COMMENT 'greatest keep-time dropped from the window, epoch ms',
  digest               BIGINT           NOT NULL COMMENT 'digest over the whole state',
  last_tick_offset     BIGINT           NOT NULL COMMENT '-1 for none',
  last_tick_digest     BIGINT           NOT NULL,
  last_tick_wall_clock BIGINT           NOT NULL COMMENT 'epoch ms',
  window_start         BIGINT           NOT NULL COMMENT 'sequence: all entries below have left the window',
  window_count         BIGINT           NOT NULL COMMENT 'entries in the window',
  counters             BIGINT           NOT NULL COMMENT 'rows of hl_counter',
  open_holds           BIGINT           NOT NULL COMMENT 'rows of hl_hold',
  resolved_start       BIGINT           NOT NULL COMMENT 'sequence: what was resolved below is forgotten',
  resolved_count       BIGINT           NOT NULL COMMENT 'resolved holds kept',
  rules_version        INT              NOT NULL COMMENT '0 for none yet',
  rules                BLOB             NOT NULL COMMENT 'as encoded in the log',
  last_leader_epoch    INT              NOT NULL COMMENT 'partition leader epoch of the record at next_offset - 1',
  last_timestamp       BIGINT           NOT NULL COMMENT 'its timestamp, epoch ms',
  last_crc             INT UNSIGNED     NOT NULL COMMENT 'CRC32C of its value',
  written_at           TIMESTAMP(3)     NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)
                                        COMMENT 'for people only, nothing reads it',
  PRIMARY KEY (id),
  CONSTRAINT hl_meta_one_row CHECK (id = 1)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'one row: which offset this checkpoint holds, of which log, and who may write it';

-- Keys are bytes: any text collation would fold or cut some of them into one.
CREATE TABLE hl_counter (
  k         VARBINARY(200) NOT NULL COMMENT 'UTF-8 bytes of the key',
  value     BIGINT         NOT NULL,
  version   BIGINT         NOT NULL COMMENT 'sequence number of the last change; negative: a token bucket; 0: only held or confirmed stand',
  held      BIGINT         NOT NULL COMMENT 'signed: what comes back to value if all open holds are cancelled; stock above 0, limits below',
  confirmed BIGINT         NOT NULL COMMENT 'signed: what confirmed holds kept; stock above 0, limits below',
  PRIMARY KEY (k)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'one row per counter';

-- No index but the primary key: rows come at its end and go near its front, at thousands a second.
CREATE TABLE hl_hold (
  sequence   BIGINT         NOT NULL COMMENT 'sequence number of the record that created it',
  created_at BIGINT         NOT NULL COMMENT 'epoch ms of the log clock; for SQL readers, as are the next three',
  expires_at BIGINT         NOT NULL COMMENT 'epoch ms of the log clock',
  id         VARBINARY(64)  NOT NULL COMMENT 'text: CONVERT(id USING utf8mb4)',
  owner      VARBINARY(200) NOT NULL COMMENT 'text; empty for none',
  tenant     VARBINARY(32)  NOT NULL COMMENT 'text; empty for the empty tenant; ids are unique per tenant',
  image      BLOB           NOT NULL COMMENT 'the whole hold as the processor encodes it; lines are told by the API',
  PRIMARY KEY (sequence)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'one row per open hold';

CREATE TABLE hl_resolved (
  first_sequence BIGINT       NOT NULL COMMENT 'resolved sequence of the first entry',
  part           INT UNSIGNED NOT NULL COMMENT 'counts rows that begin with the same sequence, from 0',
  end_sequence   BIGINT       NOT NULL COMMENT 'resolved sequence of the last entry + 1',
  entries        INT UNSIGNED NOT NULL,
  crc32c         INT UNSIGNED NOT NULL COMMENT 'of data',
  data           MEDIUMBLOB   NOT NULL COMMENT 'sequence int64 LE, length uint16 LE, image; repeated',
  PRIMARY KEY (first_sequence, part)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'confirmed, cancelled and expired holds, packed';

CREATE TABLE hl_window (
  first_sequence BIGINT       NOT NULL COMMENT 'sequence of the first entry',
  part           INT UNSIGNED NOT NULL COMMENT 'counts rows that begin with the same sequence, from 0',
  end_sequence   BIGINT       NOT NULL COMMENT 'sequence of the last entry + 1',
  entries        INT UNSIGNED NOT NULL,
  crc32c         INT UNSIGNED NOT NULL COMMENT 'of data',
  data           MEDIUMBLOB   NOT NULL COMMENT 'sequence int64 LE, length uint16 LE, payload; repeated',
  PRIMARY KEY (first_sequence, part)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin
  COMMENT = 'remembered commands, packed';
