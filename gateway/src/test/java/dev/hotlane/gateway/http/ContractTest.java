package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The contract's list of calls and codes is the gateway's own; infra tests what stands under each of them. */
class ContractTest {
    private static final Pattern PATH = Pattern.compile("^  (/[^:]*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|put|post|delete|options|head|patch|trace):$");
    private static final Pattern CODES = Pattern.compile("\n    Code:\n      enum:\n((        - [A-Z_]+\n)+)");

    private final String yaml = new String(Contract.text(), StandardCharsets.UTF_8);

    @Test
    void namesEveryRouteAndNoOther() {
        List<String> routes = Routes.ALL.stream()
                .map(route -> route.method() + " " + route.path().prefix()
                        + (route.path().hasSegment()
                                ? "{" + segment(route) + "}" + route.path().suffix()
                                : ""))
                .toList();
        assertThat(operations()).containsExactlyInAnyOrderElementsOf(routes);
    }

    @Test
    void namesEveryCodeInOrderOfPrecedence() {
        Matcher codes = CODES.matcher(yaml);
        assertThat(codes.find()).isTrue();
        String names = codes.group(1).replaceAll("[ -]", "");
        assertThat(names.lines())
                .containsExactlyElementsOf(
                        Arrays.stream(Code.values()).map(Code::name).toList());
    }

    @Test
    void hasATagOfItsOwn() {
        assertThat(Contract.tag()).matches("\"[0-9a-f]{16}\"");
    }

    private static String segment(Route route) {
        return switch (route.path().prefix()) {
            case "/v1/counters/", "/v1/buckets/" -> "key";
            default -> "id";
        };
    }

    private List<String> operations() {
        List<String> operations = new ArrayList<>();
        String path = null;
        for (String line : yaml.lines().toList()) {
            Matcher entry = PATH.matcher(line);
            if (entry.matches()) {
                path = entry.group(1);
            }
            Matcher method = METHOD.matcher(line);
            if (method.matches()) {
                operations.add(method.group(1).toUpperCase(Locale.ROOT) + " " + path);
            }
        }
        return operations;
    }
}
