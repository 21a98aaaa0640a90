// SPDX-License-Identifier: MIT
#pragma once
#include "energy_sweep.hpp"
#include "findings.hpp"

#include <optional>

namespace malha {

/// The energy of a run as the rows of jobs.csv and attempts.csv, and the dates and powers of hosts, give it.
struct EnergyOfRun {
  std::vector<EnergyOfHost> hosts; ///< in the order of PowerRead::hosts
  EnergyOfHost all;
  std::map<std::string, double> users; ///< of the jobs of each user
  double wasted = 0;                   ///< of attempts that did not end their job, and of jobs that failed
  std::int64_t ran = 0;                ///< number of jobs that ran
  Flops work = 0;                      ///< of those that completed, on all of their resources
  Seconds turnaround = 0;              ///< the sum of those that ran
  Seconds first_submission = never, last_finish = 0;
  Seconds window = 0; ///< energy counts from 0 to this date
  Watts most = 0;     ///< the greatest power of all hosts
  Watts at_end = 0;   ///< their power at the end of the window
  /// For how long the power was above the cap, in s, and the energy above it; nothing if there was none.
  std::optional<std::pair<Seconds, double>> above_cap = {};
};

/// Whether a file gives that energy, in J, but for rounding errors.
bool is_energy(double in_file, double energy);

/// power.csv, while the powers of all hosts are computed again in the order of dates.
class PowerFile {
public:
  PowerFile(const std::filesystem::path& folder, Findings& findings);

  /// The date of its last row; nothing if the run has no such file.
  static std::optional<Seconds> last_date(const std::filesystem::path& folder);

  /// Compares the rows at these dates with the power. Adds up the energy, and keeps the greatest power.
  void passed(Seconds from, Seconds to, Watts power);
  /// Compares the last row. `power`: at the end of the window.
  void end(Seconds window, Watts power);
  Watts most() const { return most_; }

private:
  /// Reads the rows up to this date, and compares their energies.
  void read_to(Seconds date);
  void compare_power(Seconds date, Watts power);

  std::optional<CsvReader> row_; ///< nothing if there is no file
  bool has_next_ = false;
  std::optional<Watts> power_;     ///< in the row that holds; nothing before the first row
  std::string power_text_, place_; ///< of that row
  bool differs_ = false;           ///< whether it is known that this row differs
  Seconds from_ = 0;               ///< begin of the last step
  Watts step_ = 0;                 ///< its power
  double energy_ = 0;              ///< up to its begin
  Watts most_ = 0;
  Findings& findings_;
};

/// Compares energy.csv, if there is one. `energy`: null if it is not known since jobs have no rows; then each
/// row must be the sum of its parts.
void check_energy_file(const std::filesystem::path& folder, const PowerRead& power, const EnergyOfRun* energy,
                       Findings& findings);

/// Compares the metrics of energy in schedule.csv, if there is one.
void check_energy_metrics(const std::filesystem::path& folder, const EnergyOfRun& energy, Findings& findings);

/// Checks what holds of the powers in schedule.csv of any run: the mean is not above the greatest, and that
/// not above what all hosts can draw.
void check_powers(const std::filesystem::path& folder, const PowerRead& power, Findings& findings);

} // namespace malha
