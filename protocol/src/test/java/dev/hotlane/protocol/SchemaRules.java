package dev.hotlane.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Compares a schema with an older one of which records exist: what stood there must stand there still. */
final class SchemaRules {
    private final List<String> broken = new ArrayList<>();
    private final int oldVersion;

    private SchemaRules(int oldVersion) {
        this.oldVersion = oldVersion;
    }

    /** What the newer schema breaks of the older, one sentence each. */
    static List<String> broken(Element older, Element newer) {
        SchemaRules rules = new SchemaRules(Integer.parseInt(older.getAttribute("version")));
        for (String attribute : List.of("id", "byteOrder", "package")) {
            rules.equal("schema", attribute, older, newer);
        }
        for (Element types : children(older, "types")) {
            rules.named(types, children(newer, "types").get(0), "types", "name");
        }
        rules.named(older, newer, "schema", "id");
        return rules.broken;
    }

    static Element read(InputStream in) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(e);
        }
    }

    /** Types and messages are found by name or id: their order does not matter, the order within them does. */
    private void named(Element older, Element newer, String where, String by) {
        Map<String, Element> found = new TreeMap<>();
        for (Element child : children(newer, null)) {
            found.put(child.getTagName() + " " + child.getAttribute(by), child);
        }
        for (Element child : children(older, null)) {
            String name = child.getTagName() + " " + child.getAttribute(by);
            if (child.getTagName().equals("types")) {
                continue;
            }
            if (found.containsKey(name)) {
                compare(child, found.get(name), where + ", " + name);
            } else {
                broken.add(where + ": " + name + " is gone");
            }
        }
    }

    private void compare(Element older, Element newer, String where) {
        for (String attribute : List.of(
                "name", "id", "type", "primitiveType", "encodingType", "dimensionType", "length", "sinceVersion")) {
            equal(where, attribute, older, newer);
        }
        if (older.getTagName().equals("enum") || older.getTagName().equals("set")) {
            named(older, newer, where, "name");
            values(older, newer, where);
            return;
        }
        for (String tag : List.of("field", "group", "data", "type")) {
            inOrder(children(older, tag), children(newer, tag), where);
        }
    }

    private void inOrder(List<Element> older, List<Element> newer, String where) {
        for (int i = 0; i < Math.max(older.size(), newer.size()); i++) {
            if (i >= newer.size()) {
                broken.add(where + ": " + older.get(i).getAttribute("name") + " is gone");
            } else if (i < older.size()) {
                compare(older.get(i), newer.get(i), where + ", " + older.get(i).getAttribute("name"));
            } else if (sinceVersion(newer.get(i)) <= oldVersion) {
                broken.add(
                        where + ": " + newer.get(i).getAttribute("name") + " needs a sinceVersion above " + oldVersion);
            }
        }
    }

    private void values(Element older, Element newer, String where) {
        Map<String, String> names = new TreeMap<>();
        for (Element value : children(newer, null)) {
            names.put(value.getAttribute("name"), value.getTextContent());
        }
        for (Element value : children(older, null)) {
            String now = names.get(value.getAttribute("name"));
            if (now != null && !now.equals(value.getTextContent())) {
                broken.add(where + ": number of " + value.getAttribute("name") + " was " + value.getTextContent()
                        + ", is " + now);
            }
        }
    }

    private static int sinceVersion(Element element) {
        String version = element.getAttribute("sinceVersion");
        return version.isEmpty() ? 0 : Integer.parseInt(version);
    }

    private void equal(String where, String attribute, Element older, Element newer) {
        String was = older.getAttribute(attribute);
        String is = newer.getAttribute(attribute);
        if (!was.equals(is)) {
            broken.add(where + ": " + attribute + " was '" + was + "', is '" + is + "'");
        }
    }

    private static List<Element> children(Element parent, String tag) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && (tag == null || element.getTagName().equals(tag))) {
                children.add(element);
            }
        }
        return children;
    }
}
