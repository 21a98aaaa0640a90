// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {

/// What a browser made of a page.
struct Opened {
  std::string dom;     ///< after its scripts have run
  std::string console; ///< what the page had to complain about
};

/// Opens a page in headless Chromium without a network.
inline Opened opened(const std::filesystem::path& page) {
  const TemporaryFolder profile;
  const auto said = run_shell(
      "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
      "--disable-background-networking --disable-component-update --disable-sync --user-data-dir='" +
          profile.path().string() +
          "' --host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr "
          "--dump-dom 'file://" +
          page.string() + "'",
      profile.path());
  EXPECT_EQ(said.status, 0) << said.err;
  std::string console;
  std::istringstream lines(said.err);
  for (std::string line; std::getline(lines, line);)
    if (line.find("CONSOLE") != std::string::npos)
      console += line + "\n";
  return {said.out, console};
}

inline bool has_browser() { return std::system("command -v chromium >/dev/null 2>&1") == 0; }

/// A page that does something itself when it is opened: `script` runs behind those of the page, and the
/// policy of the page lets it. What it writes into the attribute `data-told` of the body is what a test
/// reads.
inline std::string with_script(std::string html, const std::string& script) {
  const auto policy = html.find("script-src ");
  html.replace(policy, 11, "script-src 'nonce-test' ");
  return html.replace(html.rfind("</body>"), 0, "<script nonce=\"test\">" + script + "</script>\n");
}

/// What a script of the test told of the page.
inline std::string told(const std::filesystem::path& page, const std::string& script) {
  const auto changed = page.parent_path() / "told.html";
  write_text(changed, with_script(text_of(page), script));
  const auto [dom, console] = opened(changed);
  EXPECT_EQ(console, "");
  const auto from = dom.find("data-told=\"");
  if (from == std::string::npos)
    return "nothing";
  return dom.substr(from + 11, dom.find('"', from + 11) - from - 11);
}

} // namespace malha::testing
