// SPDX-License-Identifier: MIT
#include "energy_files.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <cmath>
#include <set>

namespace malha {
namespace {

constexpr double least_energy = 1e-6; ///< differences below it are rounding errors, in J

/// The numbers of a row of energy.csv before the sum, with the names of their columns.
std::vector<std::pair<const char*, double>> parts_of(const EnergyOfHost& energy) {
  return {{"job_energy", energy.jobs},
          {"idle_energy", energy.idle},
          {"off_energy", energy.off},
          {"switch_energy", energy.switching}};
}

/// What a row of energy.csv is about: "host 'n0'", "all hosts".
std::string about(const std::string& of, const std::string& name) {
  return of == "all" ? "all hosts" : of + " '" + name + "'";
}

/// Checks the numbers of a row of energy.csv against what it should be, if that is known, and its sum.
void check_row(const CsvReader& row, const EnergyOfHost* expected, Findings& findings) {
  const auto whose = " of " + about(row.text("of"), row.text("name")) + " (" + row.place() + ") is ";
  double sum = 0;
  bool agrees = true;
  for (const auto& [column, energy] : parts_of(expected != nullptr ? *expected : EnergyOfHost{})) {
    const double in_file = finite(row, column);
    sum += in_file;
    if (expected == nullptr || is_energy(in_file, energy))
      continue;
    agrees = false;
    findings.violation("energy", column + whose + row.text(column) + ", the rows say " + shortest(energy));
  }
  if (agrees && !is_energy(finite(row, "energy"), sum))
    findings.violation("energy",
                       "energy" + whose + row.text("energy") + ", its parts add up to " + shortest(sum));
}

/// By "host" and so on, and by name.
using RowsOfEnergy = std::map<std::pair<std::string, std::string>, EnergyOfHost>;

RowsOfEnergy rows_of(const PowerRead& power, const EnergyOfRun* energy) {
  RowsOfEnergy rows;
  for (std::size_t host = 0; host < power.hosts.size(); ++host)
    rows[{"host", power.hosts[host].name}] = energy != nullptr ? energy->hosts[host] : EnergyOfHost{};
  if (energy != nullptr)
    for (const auto& [user, of_jobs] : energy->users)
      rows[{"user", user}].jobs = of_jobs;
  rows[{"all", ""}] = energy != nullptr ? energy->all : EnergyOfHost{};
  return rows;
}

/// The metrics of energy of a run, by name.
std::map<std::string, double> metrics_of(const EnergyOfRun& run, std::size_t hosts) {
  const double total = run.all.total();
  const auto ran = static_cast<double>(run.ran);
  std::map<std::string, double> metrics{{"energy", total},
                                        {"job_energy", run.all.jobs},
                                        {"idle_energy", run.all.idle},
                                        {"off_energy", run.all.off},
                                        {"switch_energy", run.all.switching},
                                        {"wasted_energy", run.wasted},
                                        {"max_power", run.most},
                                        {"switches", run.all.switches},
                                        {"time_asleep", run.all.asleep / static_cast<double>(hosts)}};
  if (run.above_cap) {
    metrics["cap_time"] = run.above_cap->first;
    metrics["cap_energy"] = run.above_cap->second;
  }
  if (total > 0)
    metrics["idle_share"] = run.all.idle / total;
  if (run.work > 0)
    metrics["energy_per_work"] = total / run.work;
  if (run.window > 0)
    metrics["mean_power"] = total / run.window;
  if (run.ran > 0) {
    metrics["mean_energy_per_job"] = run.all.jobs / ran;
    metrics["edp"] = total * (run.last_finish - run.first_submission);
    if (run.window > 0)
      metrics["erp"] = total / run.window * run.turnaround / ran;
  }
  return metrics;
}

} // namespace

bool is_energy(double in_file, double energy) {
  return std::abs(in_file - energy) <= std::max(least_energy, rounding * std::abs(energy));
}

PowerFile::PowerFile(const std::filesystem::path& folder, Findings& findings) : findings_(findings) {
  if (!is_written(folder / "power.csv"))
    return;
  row_.emplace(folder / "power.csv");
  has_next_ = row_->next();
}

std::optional<Seconds> PowerFile::last_date(const std::filesystem::path& folder) {
  std::optional<Seconds> last;
  if (is_written(folder / "power.csv"))
    for (CsvReader row(folder / "power.csv"); row.next();)
      last = finite(row, "time");
  return last;
}

void PowerFile::read_to(Seconds date) {
  while (has_next_ && finite(*row_, "time") <= date) { // both are written to the last digit
    const double energy = energy_ + step_ * (finite(*row_, "time") - from_);
    if (!is_energy(finite(*row_, "energy"), energy))
      findings_.violation("energy", "energy in " + row_->place() + " is " + row_->text("energy") +
                                        ", the rows say " + shortest(energy));
    power_ = finite(*row_, "power");
    power_text_ = row_->text("power");
    place_ = row_->place();
    differs_ = false;
    has_next_ = row_->next();
  }
}

void PowerFile::compare_power(Seconds date, Watts power) {
  if (differs_ || (power_ && is_near(*power_, power)))
    return;
  differs_ = true;
  findings_.violation("energy", power_ ? "power at " + shortest(date) + " is " + power_text_ + " (" + place_ +
                                             "), the rows say " + shortest(power)
                                       : "power at " + shortest(date) + " is not in power.csv");
}

void PowerFile::passed(Seconds from, Seconds to, Watts power) {
  most_ = std::max(most_, power);
  if (!row_)
    return;
  read_to(from);
  compare_power(from, power);
  energy_ += step_ * (from - from_);
  from_ = from;
  step_ = power;
  static_cast<void>(to); // the next step begins there
}

void PowerFile::end(Seconds window, Watts power) {
  if (!row_)
    return;
  read_to(window);
  compare_power(window, power);
  if (has_next_)
    findings_.violation("energy", row_->place() + " is at " + row_->text("time") + ", and the run ends at " +
                                      shortest(window));
}

void check_energy_file(const std::filesystem::path& folder, const PowerRead& power, const EnergyOfRun* energy,
                       Findings& findings) {
  const auto file = folder / "energy.csv";
  if (!is_written(file))
    return;
  auto rows = rows_of(power, energy);
  std::set<std::pair<std::string, std::string>> seen;
  for (CsvReader row(file); row.next();) {
    const std::pair key(row.text("of"), row.text("name"));
    const auto expected = rows.find(key);
    const bool is_known = expected != rows.end() || (energy == nullptr && key.first == "user");
    if (!is_known || !seen.insert(key).second)
      findings.violation("energy", about(key.first, key.second) + " (" + row.place() +
                                       ") has a row above, or no energy");
    else
      check_row(row, energy == nullptr ? nullptr : &expected->second, findings);
  }
  for (const auto& [key, expected] : rows)
    if (seen.count(key) == 0)
      findings.violation("energy", about(key.first, key.second) + " has no row in energy.csv");
}

void check_energy_metrics(const std::filesystem::path& folder, const EnergyOfRun& energy,
                          Findings& findings) {
  const auto file = folder / "schedule.csv";
  if (!std::filesystem::exists(file))
    return;
  CsvReader schedule(file);
  if (!schedule.next())
    return;
  for (const auto& [metric, value] : metrics_of(energy, energy.hosts.size()))
    // Energy for each flop is far below 1, so that only relative errors say something.
    if (schedule.has(metric) &&
        std::abs(schedule.real(metric) - value) > rounding * std::max(std::abs(value), least_energy))
      findings.violation("metrics", metric + " is " + schedule.text(metric) +
                                        " in schedule.csv, the rows say " + shortest(value));
}

void check_powers(const std::filesystem::path& folder, const PowerRead& power, Findings& findings) {
  const auto file = folder / "schedule.csv";
  if (!std::filesystem::exists(file))
    return;
  CsvReader schedule(file);
  if (!schedule.next() || !schedule.has("max_power"))
    return;
  Watts most = 0;
  for (const auto& host : power.hosts)
    most += host.most();
  const Watts greatest = schedule.real("max_power");
  if (greatest > most + rounding * most)
    findings.violation("energy", "max_power is " + schedule.text("max_power") +
                                     " in schedule.csv, and all hosts draw " + shortest(most) + " at most");
  if (schedule.has("mean_power") && schedule.real("mean_power") > greatest + rounding * greatest)
    findings.violation("energy", "mean_power is " + schedule.text("mean_power") +
                                     " in schedule.csv, and max_power only " + schedule.text("max_power"));
}

} // namespace malha
