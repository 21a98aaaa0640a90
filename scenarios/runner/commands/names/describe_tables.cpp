// SPDX-License-Identifier: MIT
#include "descriptions.hpp"
#include "results/files/result_files.hpp"
#include "results/measures/metrics.hpp"
#include "results/validate/rule.hpp"
#include "scenarios/runner/language/claim_rule.hpp"

#include <iostream>

namespace malha {
namespace {

struct DescribedTable {
  std::string name;
  void (*print)(std::ostream& out);
};

const std::vector<DescribedTable>& all_tables() {
  static const std::vector<DescribedTable> all{{"claims", print_claim_rules},
                                               {"files", print_run_files},
                                               {"metrics", print_metrics},
                                               {"rules", print_rules}};
  return all;
}

} // namespace

bool describe_table(const std::string& name) {
  for (const auto& table : all_tables())
    if (table.name == name) {
      table.print(std::cout);
      return true;
    }
  return false;
}

std::vector<std::string> described_tables() {
  std::vector<std::string> names;
  for (const auto& table : all_tables())
    names.push_back(table.name);
  return names;
}

} // namespace malha
