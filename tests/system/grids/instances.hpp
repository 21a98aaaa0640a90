// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/random_streams.hpp"
#include "reference.hpp"
#include "reference_broker.hpp"
#include "reference_pull.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace malha::testing {

/// `few`: all speeds, works and dates are small multiples of few units, so that much happens at the same
/// date; in some instances these units are parts of a second that doubles do not hold.
enum class InstanceMode { equal, few, continuous };

/// Draws one random instance.
class InstanceMaker {
public:
  explicit InstanceMaker(std::uint64_t seed) : streams_(seed) {
    static constexpr InstanceMode modes[] = {InstanceMode::equal, InstanceMode::few, InstanceMode::few,
                                             InstanceMode::continuous};
    static constexpr double all_parts[] = {1, 1, 10, 3};
    mode_ = modes[below(4, "mode")];
    parts_ = all_parts[below(4, "mode")];
  }

  /// 1 to 12 resources, 1 to 60 tasks in 1 to 3 bags, no crashes.
  ReferenceInstance sound() {
    ReferenceInstance made;
    const int resources = 1 + below(12, "resources");
    for (int i = 0; i < resources; ++i)
      made.speeds.push_back(speed());
    const int bags = 1 + below(3, "bags"), tasks = bags + below(61 - bags, "bags");
    for (int i = 0; i < bags; ++i)
      made.bags.push_back({0, std::vector<Flops>(static_cast<std::size_t>(share_of(tasks, bags, i)))});
    for (ReferenceBag& bag : made.bags)
      std::generate(bag.works.begin(), bag.works.end(), [this] { return work(); });
    set_dates(made);
    return made;
  }

  /// The same with crashes of 0 to 90 % of its resources, of all in one of ten instances.
  ReferenceInstance crashing() {
    ReferenceInstance made = sound();
    const double share = below(10, "crashes") == 0 ? 1 : below(10, "crashes") / 10.0;
    const auto crashes =
        static_cast<std::size_t>(std::lround(share * static_cast<double>(made.speeds.size())));
    std::vector<std::size_t> order = shuffled(made.speeds.size());
    order.resize(crashes);
    for (const std::size_t resource : order)
      made.crashes.push_back({resource, date(1.5 * shortest_makespan(made), "crashes")});
    if (below(4, "detection") == 0)
      made.detection_delay = date(10, "detection");
    return made;
  }

  /// From 0 to below.
  int below(int sides, const char* purpose) {
    return boost::random::uniform_int_distribution<int>(0, sides - 1)(streams_.stream(purpose));
  }

private:
  static constexpr FlopsPerSecond unit_speed = 1e9;
  static constexpr Seconds unit_time = 5;

  /// Of so many tasks the i-th bag has this many, at least one.
  static int share_of(int tasks, int bags, int i) { return tasks * (i + 1) / bags - tasks * i / bags; }

  double between(double from, double to, const char* purpose) {
    return boost::random::uniform_real_distribution<double>(from, to)(streams_.stream(purpose));
  }

  FlopsPerSecond speed() {
    static constexpr int few[] = {1, 1, 2, 3, 4};
    switch (mode_) {
    case InstanceMode::equal:
      return unit_speed;
    case InstanceMode::few:
      return few[below(5, "speeds")] * unit_speed;
    default:
      return between(0.5, 5, "speeds") * unit_speed;
    }
  }

  Flops work() {
    static constexpr int few[] = {1, 2, 2, 4, 6};
    switch (mode_) {
    case InstanceMode::equal:
      return 2 * unit_time / parts_ * unit_speed;
    case InstanceMode::few:
      return few[below(5, "works")] * unit_time / parts_ * unit_speed;
    default:
      return between(1, 50, "works") * unit_speed;
    }
  }

  Seconds date(Seconds latest, const char* purpose) {
    if (mode_ == InstanceMode::continuous)
      return between(0, latest, purpose);
    const Seconds unit = unit_time / parts_ / 2;
    return below(1 + static_cast<int>(latest / unit), purpose) * unit;
  }

  void set_dates(ReferenceInstance& made) {
    std::vector<Seconds> dates(made.bags.size(), 0);
    for (Seconds& one : dates)
      if (below(2, "submissions") == 0)
        one = date(shortest_makespan(made), "submissions");
    std::sort(dates.begin(), dates.end());
    for (std::size_t i = 0; i < dates.size(); ++i)
      made.bags[i].submitted = dates[i];
  }

  static Seconds shortest_makespan(const ReferenceInstance& instance) {
    Flops works = 0;
    for (const ReferenceBag& bag : instance.bags)
      works += std::accumulate(bag.works.begin(), bag.works.end(), 0.0);
    return works / std::accumulate(instance.speeds.begin(), instance.speeds.end(), 0.0);
  }

  std::vector<std::size_t> shuffled(std::size_t number) {
    std::vector<std::size_t> order(number);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = number; i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(below(static_cast<int>(i), "crashes"))]);
    return order;
  }

  RandomStreams streams_;
  InstanceMode mode_;
  double parts_; ///< of a unit of time, in `equal` and `few`
};

/// Every other seed one with crashes.
inline ReferenceInstance random_instance(std::uint64_t seed) {
  InstanceMaker maker(seed);
  return seed % 2 == 0 ? maker.sound() : maker.crashing();
}

/// For each seed other parameters; 1 to 4 copies.
inline ReferenceBrokerPolicy random_policy(ReferenceBrokerPolicy::Kind kind, std::uint64_t seed) {
  const bool copies = kind == ReferenceBrokerPolicy::wqr;
  return {kind, copies ? 1 + InstanceMaker(seed).below(4, "replicas") : 1};
}

/// 1 to 4 classes, half with checkpoints.
inline ReferencePullPolicy random_policy(std::uint64_t seed) {
  static constexpr Seconds intervals[] = {0, 0, 2, 0.7}, costs[] = {0, 0.5, 0.1};
  InstanceMaker maker(seed);
  ReferencePullPolicy made;
  made.classes = 1 + maker.below(4, "classes");
  made.bounds =
      maker.below(2, "classes") == 0 ? ReferencePullPolicy::equal_width : ReferencePullPolicy::quantile;
  made.checkpoint = maker.below(2, "checkpoints") == 0;
  made.interval = intervals[maker.below(4, "checkpoints")];
  made.cost = costs[maker.below(3, "checkpoints")];
  return made;
}

} // namespace malha::testing
