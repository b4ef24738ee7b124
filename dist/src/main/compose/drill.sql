-- Of compose.yaml, at MySQL's first start: a drill makes and drops databases of these names.
GRANT ALL ON `hl\_drill\_%`.* TO 'hotlane'@'%';
