// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include "csv_reader.hpp"
#include "policies/sdk/numbers.hpp"

#include <cmath>

namespace malha {
namespace {

std::string key_of(const RunValue& row) {
  return row.run + " " + row.parameters + " seed=" + std::to_string(row.seed) + " " + row.metric;
}

std::map<std::string, double> read_reference(const std::filesystem::path& file) {
  std::map<std::string, double> values;
  CsvReader rows(file);
  while (rows.next()) {
    const RunValue row{rows.text("scenario"),   rows.text("run"),
                       rows.text("parameters"), static_cast<std::uint64_t>(rows.integer("seed")),
                       rows.text("metric"),     rows.real("value"),
                       rows.text("unit")};
    values[key_of(row)] = row.value;
  }
  return values;
}

} // namespace

ReferenceComparison compare_with_reference(const std::vector<RunValue>& values,
                                           const std::filesystem::path& reference) {
  ReferenceComparison comparison;
  if (!std::filesystem::exists(reference))
    return comparison;
  comparison.accepted = true;
  auto accepted = read_reference(reference);
  for (const auto& row : values) {
    const auto found = accepted.find(key_of(row));
    if (found == accepted.end()) {
      comparison.changes.push_back(key_of(row) + ": " + shortest(row.value) + " is new");
      continue;
    }
    if (std::abs(found->second - row.value) <= reference_tolerance * std::abs(found->second))
      ++comparison.unchanged;
    else
      comparison.changes.push_back(key_of(row) + ": " + shortest(found->second) + " became " +
                                   shortest(row.value));
    accepted.erase(found);
  }
  for (const auto& [key, value] : accepted)
    comparison.changes.push_back(key + ": " + shortest(value) + " is gone");
  return comparison;
}

} // namespace malha
