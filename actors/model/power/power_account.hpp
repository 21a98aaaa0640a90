// SPDX-License-Identifier: MIT
#pragma once
#include "host_state.hpp"
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/speed_profile.hpp"
#include "policies/sdk/step_series.hpp"
#include "power_levels.hpp"
#include "power_trace.hpp"

#include <array>
#include <deque>
#include <queue>

namespace malha {

/// An amount for the energy of some hosts, by what they did: in J for energy.
struct ByUse {
  double jobs = 0;      ///< of the units that jobs held
  double unheld = 0;    ///< of the others, while their hosts were on
  double off = 0;       ///< while hosts were off
  double switching = 0; ///< while hosts were switched off or on

  double total() const { return jobs + unheld + off + switching; }
  ByUse& operator+=(const ByUse& other) {
    jobs += other.jobs;
    unheld += other.unheld;
    off += other.off;
    switching += other.switching;
    return *this;
  }
};

/// The energy of hosts, and of the jobs that hold them. Between two changes the power of a host is constant,
/// so that energies are sums of power x time. A host has units: one if jobs take whole hosts, else its cores.
/// A job that holds h of H units is charged h / H of the power of the host; the rest of a host that is on is
/// `unheld`. For each host dates never decrease. The formulas are those of SimGrid's host_energy plugin
/// (Heinrich et al., Cluster 2017).
class PowerAccount {
public:
  /// Adds a host, which is on. `speeds` has its speed over time, as shares; null: it is constant. Its units
  /// are numbered behind those of the hosts before. `whole_host_load`: the cores that compute on a host of
  /// one unit. Returns the number of the host.
  int add_host(const PowerProfile& profile, int units, int whole_host_load,
               const SpeedProfile* speeds = nullptr);
  /// What a kWh of the host costs over time, in two units: grams of CO2, and money. Null: it is not counted.
  /// It is called before anything happens.
  void set_rates(int host, const StepSeries* carbon, const StepSeries* price);
  /// Reports changes of power from now on, in the order of dates. It is called before the first change.
  void trace(PowerTrace& trace);

  /// A job takes units, which are free. `computes`: it computes there; otherwise the units stay idle.
  void take(const IndexSet& units, Seconds date, bool computes = true);
  /// The job gives them back. Returns its energy.
  Joules give(const IndexSet& units, Seconds date, bool computes = true);
  /// The host turns to another state. No job holds it then.
  void turn(int host, HostState state, Seconds date);
  /// The hosts of these units compute at that pstate from now on, a place in PowerProfile::states.
  void set_pstate(const IndexSet& units, int state, Seconds date);
  /// Takes the changes of speeds up to that date, so that a trace has the power at it.
  void advance(Seconds date);
  /// Brings all hosts up to that date, in the order of hosts.
  void close(Seconds date);

  /// Whether a job holds a unit.
  bool is_held() const;
  int hosts() const { return static_cast<int>(hosts_.size()); }
  int units() const { return static_cast<int>(host_of_.size()); }
  int host_of(int unit) const { return host_of_[static_cast<std::size_t>(unit)]; }
  /// The units of a host, the cores that compute on each of them while a job does, and its present pstate.
  int units_of(int host) const { return of(host).levels->units(); }
  double cores_of_unit(int host) const { return of(host).levels->cores_of_unit(); }
  int pstate(int host) const { return of(host).pstate; }
  const PowerProfile& profile(int host) const { return of(host).levels->profile(); }
  HostState state(int host) const { return of(host).state; }
  /// The energy of a host up to the last change or `close`.
  const ByUse& energy(int host) const { return of(host).energy; }
  /// The CO2 in g of that energy, and its cost; 0 without rates.
  double carbon(int host) const { return of(host).amounts[0]; }
  double cost(int host) const { return of(host).amounts[1]; }
  /// What a unit of the host draws more at most, at its present pstate, than it would if it did not compute.
  Watts most_extra(int host) const;
  /// How long the host was off, also after failures, and how often it was switched off.
  Seconds asleep(int host) const { return of(host).asleep; }
  int switches(int host) const { return of(host).switches; }

private:
  struct Host {
    const PowerLevels* levels = nullptr;
    const SpeedProfile* speeds = nullptr;
    HostState state = HostState::on;
    int pstate = 0, held = 0, computing = 0, switches = 0;
    double share = 1;             ///< of its speed that it has now
    std::int64_t next_change = 0; ///< number of the next change of its speed, over all periods
    Seconds since = 0;            ///< date up to which the sums go
    long double of_unit = 0;      ///< energy of one unit, since the start
    PowerLevel power;
    ByUse energy;
    std::array<const StepSeries*, 2> rates{};
    std::array<double, 2> amounts{};
    Seconds asleep = 0;
  };

  Host& at(int host) { return hosts_[static_cast<std::size_t>(host)]; }
  const Host& of(int host) const { return hosts_[static_cast<std::size_t>(host)]; }
  Host& of_unit(int unit) { return at(host_of(unit)); }
  Host& next(Host* last, Host& host, Seconds date);
  static Seconds date_of_change(const Host& host);
  void settle(Host& host, Seconds date);
  static void add_up(Host& host, Seconds date);
  void draw(Host& host);
  PowerLevel drawn(const Host& host) const;

  std::deque<PowerLevels> levels_; ///< of the kinds of hosts
  std::vector<Host> hosts_;
  std::vector<int> host_of_;          ///< by unit
  std::vector<long double> taken_at_; ///< by unit: Host::of_unit when its job took it
  PowerTrace* trace_ = nullptr;
  using Change = std::pair<Seconds, int>;
  /// The next change of the speed of each host, if there is a trace.
  std::priority_queue<Change, std::vector<Change>, std::greater<>> changes_;
};

} // namespace malha
