import ArgumentParser

/// Whether a command opens its page in a browser.
struct BrowserOptions: ParsableArguments {
    @Flag(help: "Don't open the page in a browser.")
    var noOpen = false
}
