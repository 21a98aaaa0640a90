// SPDX-License-Identifier: MIT
#pragma once
#include "lublin_takes.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/sdk/random_streams.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

/// What the workload `lublin` draws: the model of Lublin and Feitelson, JPDC 63(11), 2003, users who
/// repeat their jobs, and what jobs take on their nodes.
namespace malha::lublin {

using Engine = RandomStreams::Engine;

struct Gamma {
  double shape;
  double scale;

  double draw(Engine& engine) const { return boost::random::gamma_distribution<>(shape, scale)(engine); }
  double cumulative(double x) const { return boost::math::gamma_p(shape, x / scale); }
};

/// Draws from `draw` until it is at most `limit`.
template <class Draw>
double at_most(double limit, Draw draw) {
  double drawn = draw();
  while (drawn > limit)
    drawn = draw();
  return drawn;
}

/// Serial, a power of two, or any: the shares are of all jobs. The logarithm of a parallel size is uniform in
/// each of two stages, the small and the large sizes.
class Sizes {
public:
  Sizes(int nodes, const Engine& engine)
      : nodes_(nodes), high_(std::log2(nodes)), low_(std::min(0.8, high_)),
        medium_(std::max(low_, high_ - 2.5)), // on small machines there are no small sizes to tell apart
        engine_(engine) {}

  int next() {
    constexpr double serial = 0.244, power_of_two = 0.576;
    const double kind = uniform_(engine_);
    if (kind < serial)
      return 1;
    const double logarithm = parallel_logarithm();
    const double size = std::exp2(kind < serial + power_of_two ? std::round(logarithm) : logarithm);
    return std::min(nodes_, static_cast<int>(std::lround(size)));
  }

private:
  double parallel_logarithm() {
    constexpr double first_stage = 0.86;
    const bool small = uniform_(engine_) < first_stage;
    const double from = small ? low_ : medium_, to = small ? medium_ : high_;
    return from + (to - from) * uniform_(engine_);
  }

  int nodes_;
  double high_;
  double low_;
  double medium_;
  Engine engine_;
  boost::random::uniform_01<> uniform_;
};

/// The logarithm of a run time is hyper-gamma: short or long, and the more often long the larger the job.
class RunTimes {
public:
  explicit RunTimes(const Engine& engine) : engine_(engine) {}

  Seconds next(int size) {
    constexpr double limit = 12; // 45 hours; the authors' program has the same, as "no more than two days"
    constexpr Gamma short_ones{4.2, 0.94}, long_ones{312, 0.03};
    const double share_of_short_ones = std::clamp(-0.0054 * size + 0.78, 0.0, 1.0);
    const double logarithm = at_most(limit, [&] {
      const bool is_short = boost::random::bernoulli_distribution<>(share_of_short_ones)(engine_);
      return (is_short ? short_ones : long_ones).draw(engine_);
    });
    return std::max(1.0, std::round(std::exp(logarithm)));
  }

private:
  Engine engine_;
};

/// Interarrival times are drawn on a clock that runs with the activity of the users: its speed, 1 in the mean
/// of a day, is the share of the day's jobs that arrive in a bucket of half an hour. The clock starts at
/// midnight.
class Arrivals {
public:
  explicit Arrivals(const Engine& engine) : engine_(engine) {
    constexpr Gamma activity{8.1737, 3.9631}; // over the buckets of a day that starts with the one of 05:00
    constexpr int first = 11;
    for (int bucket = first; bucket < first + buckets; ++bucket)
      speed_[static_cast<std::size_t>((bucket - 1) % buckets)] =
          activity.cumulative(bucket + 0.5) - activity.cumulative(bucket - 0.5);
    const double mean = std::accumulate(speed_.begin(), speed_.end(), 0.0) / buckets;
    for (double& speed : speed_)
      speed /= mean;
  }

  Seconds next() {
    constexpr double limit = 13; // 5 days; as in the authors' program
    constexpr double rush_to_all = 1.0225;
    constexpr Gamma logarithm{10.2303 * rush_to_all, 0.4871};
    into_bucket_ += std::exp(at_most(limit, [this, logarithm] { return logarithm.draw(engine_); })) / length;
    while (into_bucket_ > speed()) {
      into_bucket_ -= speed();
      ++bucket_;
    }
    return length * (static_cast<double>(bucket_) + into_bucket_ / speed());
  }

private:
  static constexpr int buckets = 48;
  static constexpr Seconds length = 1800;

  double speed() const { return speed_[static_cast<std::size_t>(bucket_ % buckets)]; }

  std::array<double, buckets> speed_{};
  std::int64_t bucket_ = 0; ///< since the first midnight
  double into_bucket_ = 0;  ///< on the clock of activity, in lengths of a bucket
  Engine engine_;
};

/// Who submits jobs, and how alike those of a user are. The model has no users. That users do the same again
/// and again is what logs of machines show (Feitelson, ICS 2007); how, is ours.
struct UserRules {
  std::int64_t users = 0; ///< each as likely; 0: jobs have none
  double repeats = 1; ///< mean number of jobs of one kind that a user submits one after the other, geometric
  double variation = 0; ///< run times of a kind are uniform within this share of the first one
};

struct Draw {
  Seconds submitted;
  int size;
  Seconds run_time;
  std::int64_t user; ///< from 1; 0: nobody
  Take take = {};
};

/// Owns its engines, so that a copy draws the same again.
class Model {
public:
  Model(int nodes, const UserRules& rules, const Takes& takes, RandomStreams& random)
      : arrivals_(random.stream("workload.arrivals")), sizes_(nodes, random.stream("workload.sizes")),
        device_sizes_(std::max(1, takes.device_nodes()), random.stream("workload.device_sizes")),
        takes_(takes), run_times_(random.stream("workload.run_times")),
        users_(random.stream("workload.users")), rules_(rules),
        kinds_(static_cast<std::size_t>(rules.users)) {}

  Draw next() {
    Draw draw{arrivals_.next(), 0, 0, 0};
    if (rules_.users == 0)
      set_kind(draw);
    else
      of_user(draw);
    return draw;
  }

private:
  struct Kind {
    int size = 0; ///< 0: the user has submitted nothing yet
    Seconds run_time = 0;
    Take take;
  };

  /// Both sizes are drawn each time, so that the share of jobs with devices changes no other size.
  void set_kind(Draw& draw) {
    draw.take = takes_.next();
    const int size = sizes_.next(), device_size = device_sizes_.next();
    draw.size = draw.take.demands != nullptr && takes_.device_nodes() > 0 ? device_size : size;
    draw.run_time = run_times_.next(draw.size);
  }

  /// With probability 1 / repeats the user begins with jobs of another kind.
  void of_user(Draw& draw) {
    draw.user = boost::random::uniform_int_distribution<std::int64_t>(1, rules_.users)(users_);
    auto& kind = kinds_[static_cast<std::size_t>(draw.user - 1)];
    const bool is_other = uniform_(users_) * rules_.repeats < 1;
    const double deviation = rules_.variation * (2 * uniform_(users_) - 1);
    if (kind.size == 0 || is_other) {
      set_kind(draw);
      kind = {draw.size, draw.run_time, draw.take};
      return;
    }
    draw.size = kind.size;
    draw.take = kind.take;
    draw.run_time = std::max(1.0, std::round(kind.run_time * (1 + deviation)));
  }

  Arrivals arrivals_;
  Sizes sizes_;
  Sizes device_sizes_; ///< of jobs with devices, if these have sizes of their own
  Takes takes_;
  RunTimes run_times_;
  Engine users_;
  UserRules rules_;
  boost::random::uniform_01<> uniform_;
  std::vector<Kind> kinds_; ///< what each user submits at present
};

} // namespace malha::lublin
