// SPDX-License-Identifier: MIT
#include "energy_rows.hpp"

#include "policies/sdk/numbers.hpp"
#include "records.hpp"

#include <initializer_list>

namespace malha {
namespace {

void append(std::string& line, std::initializer_list<double> numbers) {
  for (const double number : numbers)
    line += "," + shortest(number);
}

void append(std::string& line, const std::optional<PowerSwitch>& change) {
  if (change)
    append(line, {change->time, change->power});
  else
    line += ",,";
}

} // namespace

std::string csv_line(const HostPowerRow& row) {
  const auto& profile = *row.profile;
  const auto state = static_cast<std::size_t>(row.state);
  const auto& [speed, idle, epsilon, all] = profile.states[state];
  std::string line = csv_field(row.host) + "," + std::to_string(row.units);
  append(line, {row.cores_of_unit, static_cast<double>(profile.cores),
                static_cast<double>(profile.pstates[state]), speed, idle, epsilon, all, profile.off});
  append(line, profile.boot);
  append(line, profile.shutdown);
  return line;
}

std::string csv_line(const PowerStateRow& row) {
  return csv_field(row.host) + "," + shortest(row.time) + "," + row.state + "," + std::to_string(row.pstate);
}

std::string csv_line(const PowerRow& row) {
  std::string line = shortest(row.time);
  append(line, {row.power, row.energy});
  return line;
}

std::string csv_line(const PowerCapRow& row) { return shortest(row.time) + "," + shortest(row.cap); }

std::string csv_line(const EnergyRow& row) {
  std::string line = std::string(row.of) + "," + csv_field(row.name);
  append(line,
         {row.jobs, row.unheld, row.off, row.switching, row.jobs + row.unheld + row.off + row.switching});
  return line;
}

} // namespace malha
