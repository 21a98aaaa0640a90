// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"

#include <cmath>
#include <set>

namespace malha {
namespace {

/// What identifies a value among those of its scenario; messages begin with it.
std::string key_of(const RunValue& row) {
  return row.run + " " + row.parameters + " seed=" + std::to_string(row.seed) + " " + row.metric;
}

struct Reference {
  std::map<std::string, double> values; ///< by key
  std::set<std::string> metrics;
};

void read_into(Reference& reference, const std::filesystem::path& file) {
  CsvReader rows(file);
  while (rows.next()) {
    const RunValue row{rows.text("scenario"),   rows.text("run"),
                       rows.text("parameters"), static_cast<std::uint64_t>(rows.integer("seed")),
                       rows.text("metric"),     rows.real("value"),
                       rows.text("unit")};
    reference.values[key_of(row)] = row.value;
    reference.metrics.insert(row.metric);
  }
}

bool is_unchanged(double value, double accepted) {
  return std::abs(accepted - value) <= reference_tolerance * std::abs(accepted);
}

} // namespace

std::string ReferenceComparison::text_of_new() const {
  std::size_t number = 0;
  std::string names;
  for (const auto& [metric, number_of_values] : new_metrics) {
    number += number_of_values;
    names += (names.empty() ? "" : ", ") + metric;
  }
  return number == 0 ? ""
                     : ", " + std::to_string(number) + (number == 1 ? " value" : " values") +
                           " of new metrics: " + names;
}

ReferenceComparison compare_with_reference(const std::vector<RunValue>& values,
                                           const std::vector<std::filesystem::path>& references) {
  ReferenceComparison comparison;
  Reference reference;
  for (const auto& file : references)
    if (std::filesystem::exists(file)) {
      comparison.accepted = true;
      read_into(reference, file);
    }
  if (!comparison.accepted)
    return comparison;
  auto& [unmatched, metrics] = reference;
  for (const auto& row : values) {
    if (metrics.count(row.metric) == 0) {
      ++comparison.new_metrics[row.metric];
      continue;
    }
    const auto found = unmatched.find(key_of(row));
    if (found == unmatched.end()) {
      comparison.changes.push_back(key_of(row) + ": " + shortest(row.value) + " is new");
      continue;
    }
    if (is_unchanged(row.value, found->second))
      ++comparison.unchanged;
    else
      comparison.changes.push_back(key_of(row) + ": " + shortest(found->second) + " became " +
                                   shortest(row.value));
    unmatched.erase(found);
  }
  for (const auto& [key, value] : unmatched)
    comparison.changes.push_back(key + ": " + shortest(value) + " is missing");
  return comparison;
}

std::vector<RunValue> changed_values(const std::vector<RunValue>& values,
                                     const std::filesystem::path& reference) {
  Reference accepted;
  read_into(accepted, reference);
  std::vector<RunValue> changed;
  for (const auto& row : values) {
    const auto found = accepted.values.find(key_of(row));
    if (accepted.metrics.count(row.metric) == 0)
      continue;
    if (found == accepted.values.end() || !is_unchanged(row.value, found->second))
      changed.push_back(row);
  }
  return changed;
}

} // namespace malha
