// SPDX-License-Identifier: MIT
#pragma once
#include "power.hpp"
#include "speeds.hpp"

#include <functional>
#include <queue>

namespace malha {

/// The resources that an attempt held, and the energy of its share of their hosts.
struct EnergyOfHold {
  const IndexSet* resources;
  Seconds start, end;
  bool computes; ///< otherwise it only holds them, as a delay of Batsim
  double energy = 0;
};

/// The energy of a host by what it did: what jobs held, the rest while it was on, off, and switching.
struct EnergyOfHost {
  double jobs = 0, idle = 0, off = 0, switching = 0;
  Seconds asleep = 0; ///< how long it was off
  int switches = 0;   ///< how often it was switched off

  double total() const { return jobs + idle + off + switching; }
  EnergyOfHost& operator+=(const EnergyOfHost& other);
};

/// Computes the energy of hosts and of what held them, from their powers and from dates alone. It goes
/// through all dates once, in their order; at one date attempts end before hosts turn, and begin after that.
/// A host that is on draws Idle where nothing computes, and else Epsilon + load x (AllCores - Epsilon), as in
/// SimGrid's plugin host_energy. An attempt that holds h of its H resources has h / H of its energy.
class EnergySweep {
public:
  /// Is called for each interval between two changes: the power of all hosts is constant.
  using Step = std::function<void(Seconds from, Seconds to, Watts power)>;

  EnergySweep(const PowerRead& power, const Resources& resources, const Speeds& speeds, Step step);

  /// Sets the energies of what was held. Energy counts from date 0 to `window`.
  void run(std::vector<EnergyOfHold>& holds, Seconds window);
  /// Of the hosts, in the order of PowerRead::hosts.
  const std::vector<EnergyOfHost>& hosts() const { return energies_; }
  /// The power of all hosts after the last change.
  Watts power() const { return static_cast<double>(power_); }

private:
  struct Host {
    const SpeedProfile* speeds = nullptr; ///< in flop/s; null: constant
    FlopsPerSecond speed = 0;             ///< nominal
    PowerUse use = PowerUse::on;
    std::size_t state = 0;
    int held = 0, computing = 0;
    double share = 1;
    std::int64_t speed_changes = 0; ///< number of those that have been
    Seconds since = 0;
    long double of_unit = 0; ///< energy of one of its units up to `since`
    Watts power = 0;
  };
  /// A change, in the order in which they happen at one date.
  struct Change {
    enum Kind { ends, turns, begins } kind;
    Seconds date;
    std::size_t index; ///< of the hold, or of the turn
  };

  std::vector<Change> changes_of(const std::vector<EnergyOfHold>& holds) const;
  void apply(const Change& change, std::vector<EnergyOfHold>& holds);
  void take_or_give(EnergyOfHold& hold, bool takes);
  void pass(Seconds date);
  void plan_speed(std::size_t host);
  void settle(std::size_t host);
  void draw(std::size_t host);

  const PowerRead& read_;
  Step step_;
  std::vector<Host> hosts_;
  std::vector<EnergyOfHost> energies_;
  std::map<int, long double> taken_at_; ///< by resource: Host::of_unit when it was taken
  using SpeedChange = std::pair<Seconds, std::size_t>;
  std::priority_queue<SpeedChange, std::vector<SpeedChange>, std::greater<>> speed_changes_;
  Seconds date_ = 0;
  long double power_ = 0; ///< of all hosts
};

} // namespace malha
