// SPDX-License-Identifier: MIT
// The model of Lublin and Feitelson: rigid jobs with sizes, run times and a daily cycle as in logs of
// machines.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/uniform_01.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace malha {
namespace {

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

struct Draw {
  Seconds submitted;
  int size;
  Seconds run_time;
};

/// Owns its engines, so that a copy draws the same again.
class Model {
public:
  Model(int nodes, RandomStreams& random)
      : arrivals_(random.stream("workload.arrivals")), sizes_(nodes, random.stream("workload.sizes")),
        run_times_(random.stream("workload.run_times")) {}

  Draw next() {
    Draw draw{arrivals_.next(), sizes_.next(), 0};
    draw.run_time = run_times_.next(draw.size);
    return draw;
  }

private:
  Arrivals arrivals_;
  Sizes sizes_;
  RunTimes run_times_;
};

/// Work over capacity from the first to the last submission.
double offered_load(Model model, std::int64_t jobs, int nodes) {
  double work = 0;
  Seconds first = 0, last = 0;
  for (std::int64_t job = 0; job < jobs; ++job) {
    const Draw draw = model.next();
    work += draw.size * draw.run_time;
    last = draw.submitted;
    if (job == 0)
      first = last;
  }
  return work / (nodes * (last - first));
}

class LublinJobs : public JobSource {
public:
  explicit LublinJobs(const WorkloadInput& input)
      : jobs_(input.parameters.integer("jobs")), reference_speed_(input.reference_speed),
        model_(nodes_of(input), input.random), estimates_(rule_of(input), input.random) {
    const double load = input.parameters.real("load");
    if (load <= 0)
      return;
    if (jobs_ < 2)
      throw InputError("setting workload.load=" + input.parameters.text("load") +
                       ": valid with at least 2 jobs, or 0");
    stretch_ = offered_load(model_, jobs_, nodes_of(input)) / load;
  }

  std::optional<Job> next() override {
    if (given_ == jobs_)
      return std::nullopt;
    const Draw draw = model_.next();
    Task task;
    task.length = draw.run_time;
    task.reference_speed = reference_speed_;
    task.work = draw.run_time * reference_speed_;
    task.resources = draw.size;
    Job job;
    job.id = ++given_;
    task.number = job.id;
    job.submitted = std::floor(draw.submitted * stretch_);
    job.walltime = std::ceil(estimates_.of(draw.run_time, std::nullopt));
    job.tasks.push_back(task);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  static int nodes_of(const WorkloadInput& input) {
    const auto nodes = input.parameters.integer("nodes");
    if (nodes >= 2)
      return static_cast<int>(nodes);
    if (nodes == 1)
      throw InputError(
          "setting workload.nodes=1: the model is one of parallel machines; valid: at least 2, or 0");
    if (input.nodes < 2)
      throw InputError(
          "workload 'lublin': the platform has " + std::to_string(input.nodes) +
          (input.nodes == 1 ? " node" : " nodes") +
          ", and the model is one of parallel machines; valid: a platform of at least 2 nodes, or "
          "workload.nodes=N");
    return input.nodes;
  }

  static const std::string& rule_of(const WorkloadInput& input) {
    const std::string& rule = input.parameters.text("estimates");
    if (rule == "user")
      throw InputError(
          "setting workload.estimates=user: the model has no users who estimate; valid: exact, factor:f, "
          "uniform:f");
    return rule;
  }

  std::int64_t jobs_;
  std::int64_t given_ = 0;
  FlopsPerSecond reference_speed_;
  Model model_;
  Estimates estimates_;
  double stretch_ = 1; ///< of the dates of submission
};

} // namespace

MALHA_WORKLOAD(workload_generator<LublinJobs>(
    "lublin",
    "rigid jobs whose run times grow with their sizes, submitted in a daily cycle that starts at "
    "midnight; the "
    "seed varies arrivals, sizes and run times",
    "Lublin and Feitelson, JPDC 63(11), 2003, without job types; limits as in the authors' program",
    {integer("jobs", 1000, between(1, 1e9), "count", "jobs"),
     integer("nodes", 0, between(0, 1e6), "count",
             "size of the machine, and of the largest jobs; 0: that of the platform"),
     real("load", 0, at_least(0), "1",
          "work of all jobs over that of the machine from the first to the last submission, reached by "
          "stretching the time between submissions; 0: as the model has it"),
     Estimates::parameter("exact"), reference_speed_parameter()}))

} // namespace malha
