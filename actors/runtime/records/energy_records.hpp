// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/power/power_account.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <map>
#include <string>
#include <unordered_map>

namespace malha {

/// Keeps the account of energy of a run, and records it: host_power.csv, power_states.csv, power.csv and
/// energy.csv, and the metrics. All sites of a run have one account. Units are numbered through all hosts.
class EnergyRecords {
public:
  explicit EnergyRecords(Stage& simulation)
      : simulation_(simulation), recorder_(simulation.recorder()),
        trace_([this](Seconds from, Seconds to, Watts power) { passed(from, to, power); }) {}
  EnergyRecords(const EnergyRecords&) = delete;
  EnergyRecords& operator=(const EnergyRecords&) = delete;

  static EnergyRecords& of(Stage& simulation) {
    return simulation.shared<EnergyRecords>("energy_records", simulation);
  }
  static std::vector<MetricSpec> metrics();

  /// Adds a host, see PowerAccount::add_host. Returns its number. It is called before anything happens.
  int add_host(const std::string& name, const PowerProfile& profile, int units, int whole_host_load,
               const SpeedProfile* speeds);
  /// Counts CO2 and costs of a host, see PowerAccount::set_rates. All of the hosts have the same rates, or
  /// none.
  void set_rates(int host, const StepSeries* carbon, const StepSeries* price);
  /// A host that runs jobs has no power profile. The energy of the run is not modelled then.
  void lacks(const std::string& host);
  /// The energy of the run cannot be known for this reason, and is not modelled.
  void refuse(const std::string& why);
  /// Attempts are known only when they have ended: the power of all hosts over time is not recorded.
  void know_late() { is_late_ = true; }

  const PowerAccount& account() const { return account_; }
  /// Why energy is not modelled, in words; "" if it is.
  std::string why_not() const { return why_not_; }
  /// Whether energy is modelled, once all hosts are known. Otherwise nothing below is called.
  bool is_on() const { return account_.hosts() > 0 && why_not_.empty(); }

  /// What all hosts draw now.
  Watts power() {
    begin();
    return trace_.power();
  }
  /// The energy of all hosts up to that date, which is not before the last change.
  Joules energy_until(Seconds date) {
    begin();
    account_.advance(date);
    return passed_ + trace_.power() * (date - trace_.date());
  }
  /// Whether the power of all hosts over time is known.
  bool has_trace() const { return is_on() && !is_late_; }
  /// Counts the time above this cap, and the energy above it, which stays good until `close`. It is called
  /// before anything happens.
  void count_above(const StepSeries& cap) { cap_ = &cap; }

  /// A job takes these units.
  void started(const IndexSet& units, Seconds date, bool computes);
  /// A job that runs has other units from now on.
  void changed_units(TaskId task, const IndexSet& before, const IndexSet& now, Seconds date, bool computes);
  /// An attempt has ended, and not its job. Returns its energy.
  Joules cut_short(TaskId task, const IndexSet& units, Seconds date, bool computes);
  /// A job has ended, and its last attempt. Sets the energy of the job in its row. Returns that of the last
  /// attempt.
  Joules ended(JobRow& row, const IndexSet& units, bool computes);
  /// The hosts of these units, which no job holds, compute at that pstate from now on, a number of SimGrid
  /// that all of them have; nothing: at that of the platform.
  void set_pstate(const IndexSet& units, std::optional<int> pstate, Seconds date);
  void turn(int host, HostState state, Seconds date);

  /// Completes what is recorded, up to this date or the last change. All calls but the first do nothing. It
  /// may be called where energy is not modelled, too.
  void close(Seconds date);

private:
  Joules give(TaskId task, const IndexSet& units, Seconds date, bool computes);
  void begin();
  void record_state(int host, Seconds date);
  void passed(Seconds from, Seconds to, Watts power);
  void compare_with_cap(Seconds from, Seconds to, Watts power);
  void count(const ByUse& energy, Seconds window);

  Stage& simulation_;
  Recorder& recorder_;
  PowerAccount account_;
  PowerTrace trace_;
  std::vector<std::string> names_; ///< of the hosts
  std::string why_not_;            ///< energy is not modelled; "": it is, if there are hosts
  bool has_carbon_ = false, has_price_ = false;
  bool is_late_ = false, has_begun_ = false, is_closed_ = false;
  std::unordered_map<TaskId, Joules> of_attempt_; ///< of attempts that run: that of units they had before
  std::unordered_map<TaskId, Joules> earlier_;    ///< of jobs that have not ended: energy of their attempts
  std::map<std::string, Joules> of_user_;
  Joules wasted_ = 0;
  std::int64_t jobs_ = 0; ///< that ran
  Flops work_ = 0;        ///< of the jobs that completed
  Joules of_ended_ = 0;   ///< energy of the jobs that ran
  Seconds turnaround_ = 0, last_change_ = 0;
  const StepSeries* cap_ = nullptr; ///< null: there is none
  Seconds above_cap_ = 0;
  Joules energy_above_cap_ = 0;
  Watts most_ = 0, last_power_ = -1, last_cap_ = 0;
  Joules passed_ = 0; ///< energy of all hosts, as the trace has it
};

} // namespace malha
