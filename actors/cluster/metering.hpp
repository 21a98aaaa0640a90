// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/records/energy_rates.hpp"
#include "actors/runtime/records/energy_records.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

/// Adds the parameters of the account of energy to those of a scheduler.
std::vector<ParameterSpec> with_energy(std::vector<ParameterSpec> parameters);
/// Adds the metrics of energy to those of a scheduler.
std::vector<MetricSpec> with_energy(std::vector<MetricSpec> metrics);

/// Tells the account of energy of the run what the nodes of a batch scheduler do. Units of the account are
/// nodes of the book.
class Metering : public Listener {
public:
  /// Adds the hosts of these nodes to the account. Returns nothing if one of them has no power profile.
  static std::optional<Metering> of(ActorContext& scheduler, const std::vector<simgrid::s4u::Host*>& nodes,
                                    bool leaves_checkpoints);

  void began(const LiveJob& job) override;
  void resized(const LiveJob& job, const SizeChange& change) override;
  void machine_turned(int machine, HostState state, Seconds now) override;
  void node_down(int node, Seconds date) override { turn(node, HostState::off, date); }
  void node_up(int node, Seconds date) override { turn(node, HostState::on, date); }

  /// The power profiles of the hosts, in the order of machines.
  std::vector<PowerProfile> profiles() const;

  /// The machines of the scheduler in all of their pstates.
  std::vector<MachineLevels> levels() const;

  /// What the machines draw. `may_sleep`: those that can may be switched off.
  std::vector<MachinePower> machines(bool may_sleep) const;

  /// Notes that an attempt has ended before its job. Returns its energy, if energy is modelled.
  std::optional<Joules> charge_attempt(const LiveJob& job, Seconds end);
  /// Notes the end of a job, and sets its energy in its row. Returns that of its last attempt.
  std::optional<Joules> charge(const LiveJob& job, JobRow& row);

private:
  Metering(EnergyRecords& records, int first_unit, int first_host, int hosts, bool is_late)
      : records_(records), first_unit_(first_unit), first_host_(first_host), hosts_(hosts),
        is_late_(is_late) {}

  IndexSet units_of(const LiveJob& job) const { return job.nodes.shifted(first_unit_); }
  void turn(int node, HostState state, Seconds date);
  void take(const LiveJob& job, Seconds date);
  void leave_pstate(const LiveJob& job, Seconds date);

  EnergyRecords& records_;
  int first_unit_, first_host_, hosts_;
  bool is_late_; ///< attempts are known when they have ended
};

/// What a scheduler does that plans of its power depend on.
struct PowerHabits {
  bool sleeps = false;      ///< machines may be switched off
  bool boots_ahead = false; ///< and booted for no job
  bool predicts = false;    ///< jobs may run longer than the policy of the queue is told
};

/// What the model must know of the power of its machines. Nothing if it is not known when the policy decides;
/// `metering` may be null. Throws InputError if there is a cap then, if the policy needs it, or if there is a
/// cap that the policy, or nobody, can keep.
std::optional<CappedPower> capped_power(ActorContext& scheduler, const Metering* metering,
                                        const Queue& policy, const PowerHabits& habits);

} // namespace malha::cluster
