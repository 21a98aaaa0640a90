// SPDX-License-Identifier: MIT
// Usage: malha_benchmark_history record MEASURED.json HISTORY.csv
//        malha_benchmark_history page HISTORY.csv PAGE.md
// The history keeps the ratios of malha_benchmark: `record` adds what it measured, `page` puts the tables
// into docs/speed.md. tests/benchmark/record does all that belongs to it.
#include "policies/sdk/errors.hpp"
#include "ratios.hpp"

#include <iostream>

namespace malha::overhead {
namespace {

void record(const std::string& measured, const std::string& file) {
  auto history = read_history(file);
  auto row = read_measured(measured, history.patterns);
  const auto who = row.commit + " on " + row.machine;
  const bool was_there = add(history, std::move(row));
  write_history(history, file);
  std::cout << (was_there ? "measured again: " : "recorded: ") << who << '\n';
}

int run(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "record") {
    record(words[1], words[2]);
    return 0;
  }
  if (words.size() == 3 && words[0] == "page") {
    write_into(words[2], tables(read_history(words[1])));
    return 0;
  }
  std::cerr << "usage: malha_benchmark_history record MEASURED.json HISTORY.csv\n"
               "       malha_benchmark_history page HISTORY.csv PAGE.md\n";
  return 2;
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  try {
    return malha::overhead::run({argv + 1, argv + argc});
  } catch (const malha::InputError& error) {
    std::cerr << "malha_benchmark_history: " << error.what() << '\n';
    return 2;
  }
}
