package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

/** Sends the examples of the document: each one must succeed if there is stock. */
final class Examples {
    private final Driver driver;
    private final Samples samples;

    Examples(Driver driver, Samples samples) {
        this.driver = driver;
        this.samples = samples;
    }

    /** Runs every example of an operation's body; returns their number. */
    int run(Operation operation) {
        for (String body : operation.bodyExamples()) {
            restock();
            Asked asked = driver.request(operation.id()).body(body);
            if (operation.parameter("key") != null) {
                asked = asked.at(
                        "key", operation.parameter("key").get("example").asString());
            }
            if (operation.parameter("id") != null) {
                asked = asked.at("id", reserved());
            }
            Told told = driver.valid(asked, Samples.success(operation));
            if (operation.id().equals("batch")) {
                told.body()
                        .lines()
                        .forEach(
                                line -> assertThat(Told.read(line).get("status").asInt())
                                        .as(line)
                                        .isLessThan(300));
            }
        }
        return operation.bodyExamples().size();
    }

    private String reserved() {
        Operation reserve = driver.operation("reserve");
        Asked asked = driver.request("reserve").body(reserve.bodyExamples().get(0));
        driver.valid(asked, Samples.success(reserve));
        return asked.key();
    }

    private void restock() {
        samples.stock("stock:phone", 100);
        samples.stock("stock:case", 100);
        samples.stock("limit:deal1:u7", 0);
    }
}
