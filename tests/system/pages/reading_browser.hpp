// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

#include <fcntl.h>
#include <sys/prctl.h>

namespace malha::testing {

/// A headless Chromium, without a network, in which a test reads pages as a person does: by key, at some
/// width, in the light or the dark. It obeys Chrome's DevTools protocol, which comes and goes through pipes:
/// JSON, each message with a zero behind it.
class ReadingBrowser {
public:
  using Json = nlohmann::json;

  ReadingBrowser() {
    int to_browser[2], from_browser[2];
    if (pipe2(to_browser, O_CLOEXEC) != 0 || pipe2(from_browser, O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    process_ = fork();
    if (process_ == 0)
      become_browser(to_browser[0], from_browser[1]);
    close(to_browser[0]);
    close(from_browser[1]);
    to_ = to_browser[1];
    from_ = from_browser[0];
    const auto target = command("Target.createTarget", {{"url", "about:blank"}}).at("targetId");
    session_ = command("Target.attachToTarget", {{"targetId", target}, {"flatten", true}}).at("sessionId");
    command("Page.enable");
  }
  ~ReadingBrowser() {
    kill(process_, SIGKILL);
    close(to_);
    char rest[4096];
    while (read(from_, rest, sizeof rest) > 0) { // until its last process is gone
    }
    close(from_);
    waitpid(process_, nullptr, 0);
  }
  ReadingBrowser(const ReadingBrowser&) = delete;
  ReadingBrowser& operator=(const ReadingBrowser&) = delete;

  /// Opens a page, and waits until its scripts have run.
  void open(const std::filesystem::path& page, int width = 1280, const std::string& theme = "light") {
    command("Emulation.setDeviceMetricsOverride",
            {{"width", width}, {"height", 800}, {"deviceScaleFactor", 1}, {"mobile", false}});
    command("Emulation.setEmulatedMedia",
            {{"media", "screen"}, {"features", {{{"name", "prefers-color-scheme"}, {"value", theme}}}}});
    is_loaded_ = false;
    command("Page.navigate", {{"url", "file://" + page.string()}});
    while (!is_loaded_)
      take_message();
  }

  /// The value of an expression in the page. Throws std::runtime_error where it throws.
  Json value_of(const std::string& expression) {
    const auto result = command(
        "Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
    if (result.contains("exceptionDetails"))
      throw std::runtime_error(result.dump());
    return result.at("result").value("value", Json());
  }

  /// Presses a key: "Tab", "Enter", "ArrowLeft", or a letter.
  void press(const std::string& key) {
    static const std::map<std::string, int> codes{
        {"Tab", 9}, {"Enter", 13}, {"ArrowLeft", 37}, {"ArrowDown", 40}};
    const auto code = codes.find(key);
    Json event{{"type", "rawKeyDown"}, {"key", key}};
    if (code != codes.end())
      event["windowsVirtualKeyCode"] = code->second;
    if (key.size() == 1 || key == "Enter") {
      event["type"] = "keyDown";
      event["text"] = key == "Enter" ? "\r" : key;
    }
    command("Input.dispatchKeyEvent", event);
    event["type"] = "keyUp";
    event.erase("text");
    command("Input.dispatchKeyEvent", event);
  }

  /// Presses Tab until what has the focus is one of a CSS selector. Throws std::runtime_error when the focus
  /// has been everywhere.
  void tab_to(const std::string& selector) {
    for (int i = 0; i < 500; ++i) {
      press("Tab");
      if (value_of("document.activeElement.matches(" + Json(selector).dump() + ")") == true)
        return;
    }
    throw std::runtime_error("the focus never comes to " + selector);
  }

private:
  [[noreturn]] void become_browser(int commands, int answers) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    constexpr int behind_all = 64;
    const int in = fcntl(commands, F_DUPFD, behind_all), out = fcntl(answers, F_DUPFD, behind_all);
    dup2(in, 3); // where --remote-debugging-pipe looks
    dup2(out, 4);
    close(in);
    close(out);
    if (std::freopen("/dev/null", "w", stderr) == nullptr)
      _exit(127);
    const std::string profile = "--user-data-dir=" + profile_.path().string();
    execlp("chromium", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
           "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", profile.c_str(), "--host-resolver-rules=MAP * ~NOTFOUND",
           "--remote-debugging-pipe", "about:blank", static_cast<char*>(nullptr));
    _exit(127);
  }

  Json command(const std::string& method, const Json& parameters = Json::object()) {
    Json message{{"id", ++last_}, {"method", method}, {"params", parameters}};
    if (!session_.empty())
      message["sessionId"] = session_;
    const auto text = message.dump() + '\0';
    for (std::size_t sent = 0; sent < text.size();) {
      const auto now = write(to_, text.data() + sent, text.size() - sent);
      if (now <= 0)
        throw std::runtime_error("the browser has ended");
      sent += static_cast<std::size_t>(now);
    }
    for (;;)
      if (const auto answer = take_message(); answer.value("id", 0) == last_) {
        if (answer.contains("error"))
          throw std::runtime_error(method + ": " + answer["error"].dump());
        return answer.at("result");
      }
  }

  Json take_message() {
    std::size_t end;
    while ((end = read_.find('\0')) == std::string::npos) {
      char piece[65536];
      const auto length = read(from_, piece, sizeof piece);
      if (length <= 0)
        throw std::runtime_error("the browser has ended");
      read_.append(piece, static_cast<std::size_t>(length));
    }
    auto message = Json::parse(read_.substr(0, end));
    read_.erase(0, end + 1);
    if (message.value("method", "") == "Page.loadEventFired")
      is_loaded_ = true;
    return message;
  }

  const TemporaryFolder profile_{};
  pid_t process_ = 0;
  int to_ = -1, from_ = -1;
  int last_ = 0; ///< number of the last command
  std::string session_, read_;
  bool is_loaded_ = false;
};

} // namespace malha::testing
