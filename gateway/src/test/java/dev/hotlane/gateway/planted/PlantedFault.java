package dev.hotlane.gateway.planted;

/** A fault in words, the class, and the text of its source, which is there once, that another one replaces. */
public record PlantedFault(String name, String type, String text, String instead) {
    @Override
    public String toString() {
        return name;
    }
}
