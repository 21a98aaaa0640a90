// SPDX-License-Identifier: MIT
// Asks the policy of a plugin an example, in a program without SimGrid that valgrind can run: `ask_example
// PLUGIN EXAMPLE`. It ends with status 0 when all views were asked, and with status 3 when the views of the
// question are those of a plugin, which it does not open.
#include "scenarios/runner/conformance/asker.hpp"

#include <exception>
#include <fstream>
#include <iostream>

int main(int words, char** word) {
  using namespace malha::conformance;
  try {
    std::ifstream in(words == 3 ? word[2] : "");
    const auto result = ask(session_of(word[1], Json::parse(in)));
    return result.found ? 1 : 0;
  } catch (const UnknownQuestion&) {
    return 3;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
