// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "actors/model/power/host_state.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace malha::cluster {

/// What a machine draws.
struct MachinePower {
  int nodes = 1;
  Watts idle = 0; ///< on, while nothing computes
  Watts node = 0; ///< what each of its nodes adds at most while a job has it
  /// Of a machine that may be switched off; nothing: it stays on.
  struct Switches {
    Watts off, going, booting;
    Seconds boot_time;
  };
  std::optional<Switches> sleeps = {};
};

/// What the model knows of the power of its machines: what they draw, and the cap on it.
class CappedPower {
public:
  /// Why a job is rejected, or dropped, that could never run.
  static constexpr const char* reason = "never_below_cap";

  /// What measures the power and the energy of all machines, at the date of the model.
  struct Gauge {
    std::function<Watts()> power;
    std::function<Joules(Seconds now)> energy;
  };

  struct Rules {
    bool is_strict = true; ///< a decision that breaks the cap breaks a rule
    bool is_heeded = true; ///< the policy starts no job that would break it
  };

  /// `cap`: null if there is none. All machines are on.
  CappedPower(Gauge gauge, std::vector<MachinePower> machines, const StepSeries* cap, const Rules& rules)
      : gauge_(std::move(gauge)), machines_(std::move(machines)), rules_(rules) {
    view_.cap = cap;
    if (cap != nullptr)
      for (const auto& step : cap->steps())
        lowest_cap_ = std::min(lowest_cap_, step.value);
    std::vector<Watts> waking_extra;
    for (const auto& machine : machines_) {
      first_.push_back(static_cast<int>(view_.extra.size()));
      const auto nodes = static_cast<std::size_t>(machine.nodes);
      counted_.push_back(idle_of(machine));
      view_.extra.insert(view_.extra.end(), nodes, machine.node);
      waking_extra.insert(waking_extra.end(), nodes, machine.sleeps ? waking(machine) : machine.node);
      least_if_on_ += idle_of(machine);
      least_ += machine.sleeps ? machine.sleeps->off : machine.idle;
      longest_boot_ = std::max(longest_boot_, machine.sleeps ? machine.sleeps->boot_time : 0);
    }
    view_.kept.resize(view_.extra.size());
    view_.boot_time.resize(view_.extra.size());
    least_sums_ = sums_of_least(std::move(waking_extra));
  }

  /// What the machines draw if none computes, and all are on: a cap below that cannot be kept.
  Watts least_power() const { return least_if_on_; }

  /// What the policy of the queue sees at this date.
  const PowerView& view(Seconds now) {
    view_.now = gauge_.power();
    view_.energy = gauge_.energy(now);
    if (std::exchange(has_turned_, false))
      view_.idle = std::accumulate(counted_.begin(), counted_.end(), Watts{0});
    return view_;
  }
  /// The machine has turned to another state.
  void turned(int number, HostState state) {
    const auto& machine = machines_[static_cast<std::size_t>(number)];
    const IndexSet nodes(first_[static_cast<std::size_t>(number)], machine.nodes);
    const Watts on = idle_of(machine);
    const bool is_off = state == HostState::off, boots = state == HostState::switching_on;
    const Watts counted = is_off ? machine.sleeps->off : boots ? std::max(on, machine.sleeps->booting) : on;
    counted_[static_cast<std::size_t>(number)] = counted;
    has_turned_ = true;
    // What it counts for more while it boots is once of all of its nodes: several of them must not have it
    // each.
    const Watts of_boot = machine.nodes == 1 ? counted - on : 0;
    set(view_.asleep, nodes, is_off);
    set(view_.booting, nodes, boots);
    for (const int node : nodes) {
      const auto at = static_cast<std::size_t>(node);
      view_.extra[at] = is_off ? waking(machine) : std::max(0.0, machine.node - of_boot);
      view_.kept[at] = is_off ? on - counted : 0;
      view_.boot_time[at] = is_off || boots ? machine.sleeps->boot_time : 0;
    }
  }
  Seconds next_change(Seconds now) const {
    return view_.cap != nullptr ? view_.cap->next_change(now) : never;
  }
  /// Whether the cap has changed since this was last asked, so that jobs may have become impossible. What it
  /// lets run that comes again, it lets run at any date.
  bool take_change(Seconds now) {
    if (view_.cap == nullptr || view_.cap->period() || now < next_change_)
      return false;
    next_change_ = view_.cap->next_change(now);
    return true;
  }
  /// What is wrong with the power at this date; "" if it is not above a strict cap.
  std::string broken_at(Seconds now) const {
    if (view_.cap == nullptr || !rules_.is_strict)
      return "";
    const Watts cap = view_.cap->value_at(now), power = gauge_.power();
    return is_above(power, cap)
               ? "the machines draw " + shortest(power) + " W, and the power cap is " + shortest(cap) + " W"
               : "";
  }
  /// Whether the cap ever lets so many nodes compute for so long, from now on, while all other machines that
  /// may sleep do, and if these have to boot first.
  bool could_run(int size, Seconds time, Seconds now) const {
    if (view_.cap == nullptr || !rules_.is_heeded)
      return true;
    time += longest_boot_;
    const Watts power = least_ + least_sums_[static_cast<std::size_t>(size)];
    if (!is_above(power, lowest_cap_))
      return true;
    const Seconds last = repeats_from(now);
    for (Seconds start = now; start < last; start = view_.cap->next_change(start))
      if (holds(power, start, start + time))
        return true;
    return false;
  }

private:
  static bool is_above(Watts power, Watts cap) {
    constexpr double tolerance = 1e-9;
    return power > cap + tolerance * std::abs(cap);
  }
  /// The date from which on the cap has had all values that it has from this date on, or `never`.
  Seconds repeats_from(Seconds date) const {
    const auto& cap = *view_.cap;
    return cap.period() ? std::max(date, cap.steps().front().date) + *cap.period() : never;
  }
  bool holds(Watts power, Seconds from, Seconds to) const {
    to = std::min(to, repeats_from(from));
    for (Seconds date = from; date < to || date == from; date = view_.cap->next_change(date))
      if (is_above(power, view_.cap->value_at(date)))
        return false;
    return true;
  }
  /// What it counts for while it is on and nothing computes. It may be switched off at any time.
  static Watts idle_of(const MachinePower& machine) {
    return machine.sleeps ? std::max(machine.idle, machine.sleeps->going) : machine.idle;
  }
  /// What a job adds at most that takes a node of it while it sleeps.
  static Watts waking(const MachinePower& machine) {
    return std::max(idle_of(machine) + machine.node, machine.sleeps->booting) - machine.sleeps->off;
  }
  /// By number of nodes: the sum of so many of the smallest.
  static std::vector<Watts> sums_of_least(std::vector<Watts> extra) {
    std::sort(extra.begin(), extra.end());
    std::vector<Watts> sums{0};
    for (const Watts watts : extra)
      sums.push_back(sums.back() + watts);
    return sums;
  }
  static void set(IndexSet& all, const IndexSet& nodes, bool are_in) {
    if (all.contains(nodes) == are_in)
      return;
    if (are_in)
      all.insert(nodes);
    else
      all.remove(nodes);
  }

  Gauge gauge_;
  std::vector<MachinePower> machines_;
  std::vector<int> first_;     ///< by machine: its first node
  std::vector<Watts> counted_; ///< by machine: what it counts for in PowerView::idle
  bool has_turned_ = true;     ///< `counted_` is not added up yet
  Rules rules_;
  Seconds next_change_ = 0;
  Watts lowest_cap_ = std::numeric_limits<Watts>::infinity();
  Watts least_if_on_ = 0;         ///< of all machines, if none computes
  Watts least_ = 0;               ///< and those sleep that may
  std::vector<Watts> least_sums_; ///< what so many nodes add to that at least, see sums_of_least
  Seconds longest_boot_ = 0;
  PowerView view_;
};

} // namespace malha::cluster
