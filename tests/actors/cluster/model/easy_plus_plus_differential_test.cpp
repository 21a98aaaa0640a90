// SPDX-License-Identifier: MIT
// EASY++ against a simulator of it that is slow and plain, on random instances: the same starts, to the last
// digit. The simulator shares no code with the suite, and looks at every job at every date.
#include "batch_run.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace malha::testing {
namespace easy_plus_plus_differential_test {

struct Settings {
  bool predicts = false;
  std::size_t of = 2;
  bool takes_fewer = false, renews = false, from_first = false;
  std::vector<double> steps{60};
  bool shortest_fills = false;
};

struct UserJob : ReferenceJob {
  int user = 0;
};

class EasyPlusPlus {
public:
  EasyPlusPlus(const std::vector<UserJob>& jobs, int nodes, const Settings& settings)
      : jobs_(jobs), settings_(settings), free_(nodes) {}

  /// The starts, by job.
  std::map<long, double> run() {
    for (double now = 0; now < infinite; now = next_date()) {
      now_ = now;
      end_jobs();
      correct_predictions();
      submit_jobs();
      start_jobs();
    }
    return starts_;
  }

  int corrections = 0, renewals = 0, overtaken = 0, killed = 0;

private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  struct Running {
    UserJob job;
    double start, finish, first, expected;
    int corrections;
  };
  struct Waiting {
    UserJob job;
    double predicted;
  };
  struct Ended {
    double end;
    long id;
    int user;
    double run_time;
  };

  double next_date() const {
    double next = submitted_ < jobs_.size() ? jobs_[submitted_].submitted : infinite;
    for (const auto& one : running_)
      next = std::min({next, one.finish, one.expected});
    return next;
  }

  void end_jobs() {
    bool any = false;
    for (std::size_t i = 0; i < running_.size();) {
      const Running one = running_[i];
      if (one.finish > now_) {
        ++i;
        continue;
      }
      any = true;
      ended_.push_back({one.finish, one.job.id, one.job.user, one.finish - one.start});
      free_ += one.job.size;
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (any && settings_.renews)
      for (auto& one : queue_) {
        const double before = one.predicted;
        one.predicted = prediction_of(one.job);
        renewals += before < one.predicted || before > one.predicted;
      }
  }

  double prediction_of(const UserJob& job) const {
    std::vector<Ended> same;
    for (const auto& one : ended_)
      if (one.user == job.user)
        same.push_back(one);
    std::sort(same.begin(), same.end(),
              [](const Ended& a, const Ended& b) { return std::tie(a.end, a.id) < std::tie(b.end, b.id); });
    while (same.size() > settings_.of)
      same.erase(same.begin());
    if (!settings_.predicts || same.empty() || (same.size() < settings_.of && !settings_.takes_fewer))
      return job.walltime;
    double sum = 0;
    for (const auto& one : same)
      sum += one.run_time;
    const double mean = std::ceil(sum / static_cast<double>(same.size()) - 0.000001);
    return std::min(std::max(mean, 1.0), job.walltime);
  }

  void correct_predictions() {
    for (auto& one : running_) {
      if (one.expected > now_)
        continue;
      ++corrections;
      const double ran = now_ - one.start;
      double longer = 0;
      if (settings_.from_first)
        while (one.start + longer <= now_ && one.corrections < static_cast<int>(settings_.steps.size()))
          longer = one.first + settings_.steps[static_cast<std::size_t>(one.corrections++)];
      if (one.start + longer <= now_) {
        const auto number = std::min(static_cast<std::size_t>(one.corrections), settings_.steps.size() - 1);
        longer = ran + settings_.steps[settings_.from_first ? settings_.steps.size() - 1 : number];
        ++one.corrections;
      }
      one.expected = one.start + std::min(longer, one.job.walltime);
    }
  }

  void submit_jobs() {
    for (; submitted_ < jobs_.size() && jobs_[submitted_].submitted <= now_; ++submitted_)
      queue_.push_back({jobs_[submitted_], prediction_of(jobs_[submitted_])});
  }

  void start(std::size_t place) {
    const Waiting one = queue_[place];
    overtaken += place > 0;
    killed += one.job.run_time > one.job.walltime;
    running_.push_back({one.job, now_, now_ + std::min(one.job.run_time, one.job.walltime), one.predicted,
                        now_ + one.predicted, 0});
    free_ -= one.job.size;
    starts_[one.job.id] = now_;
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  /// At most `size` nodes short of it: the date at which the head starts, and the nodes that it leaves then.
  std::pair<double, int> reservation(const UserJob& head) const {
    auto ends = running_;
    std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.expected < b.expected; });
    int free = free_;
    double date = now_;
    for (const auto& one : ends) {
      if (free >= head.size && one.expected > date)
        break;
      free += one.job.size;
      date = one.expected;
    }
    return {date, free - head.size};
  }

  void start_jobs() {
    while (!queue_.empty() && queue_.front().job.size <= free_)
      start(0);
    if (queue_.empty())
      return;
    auto [date, extra] = reservation(queue_.front().job);
    std::vector<std::tuple<double, double, long>> order;
    for (std::size_t i = 1; i < queue_.size(); ++i)
      order.emplace_back(settings_.shortest_fills ? queue_[i].predicted : 0, queue_[i].job.submitted,
                         queue_[i].job.id);
    std::sort(order.begin(), order.end());
    for (const auto& key : order) {
      const auto place = std::find_if(queue_.begin(), queue_.end(),
                                      [&](auto& one) { return one.job.id == std::get<2>(key); });
      const bool ends_first = now_ + place->predicted <= date;
      if (place->job.size > free_ || (!ends_first && place->job.size > extra))
        continue;
      extra -= ends_first ? 0 : place->job.size;
      start(static_cast<std::size_t>(place - queue_.begin()));
    }
  }

  const std::vector<UserJob>& jobs_;
  const Settings settings_;
  int free_;
  double now_ = 0;
  std::size_t submitted_ = 0;
  std::vector<Waiting> queue_;
  std::vector<Running> running_;
  std::vector<Ended> ended_;
  std::map<long, double> starts_;
};

std::string text_of(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers)
    text += (text.empty() ? "" : ",") + shortest(number);
  return text;
}

std::map<long, double> starts_of_the_suite(const std::vector<UserJob>& jobs, int nodes,
                                           const Settings& settings) {
  const auto easy = test::make<cluster::Queue>(
      "cluster/easy_backfill", {{"backfill_order", settings.shortest_fills ? "shortest" : "queue"}});
  const auto prediction = test::make<cluster::Prediction>(
      "cluster/user_average", {{"of", std::to_string(settings.of)},
                               {"fallback", settings.takes_fewer ? "fewer" : "walltime"},
                               {"renew", settings.renews ? "on" : "off"},
                               {"steps", text_of(settings.steps)},
                               {"steps_from", settings.from_first ? "first" : "now"}});
  std::vector<Job> all;
  for (const auto& job : jobs) {
    all.push_back(rigid_job(job.id, job.submitted, job.size, job.run_time, job.walltime));
    all.back().user = "user-" + std::to_string(job.user);
  }
  conformance::QueueRun run(nodes, *easy);
  run.prediction = settings.predicts ? prediction.get() : nullptr;
  std::map<long, double> starts;
  for (const auto& row : run.run(all))
    starts[row.id] = row.start;
  return starts;
}

/// Jobs of a few users; about half of them ask for far more than they need.
std::vector<UserJob> jobs_of_users(std::uint64_t seed, int count, int nodes) {
  ReferenceDice dice(seed * 7919 + 1);
  std::vector<UserJob> jobs;
  for (const auto& drawn : random_jobs(seed, count, nodes)) {
    UserJob job;
    static_cast<ReferenceJob&>(job) = drawn;
    job.user = dice.below(3);
    if (dice.below(2) == 0)
      job.walltime *= 1 + dice.below(20);
    jobs.push_back(job);
  }
  return jobs;
}

struct Compared {
  const char* name;
  Settings settings;
};

class EasyPlusPlusDifferential : public ::testing::TestWithParam<Compared> {};

TEST_P(EasyPlusPlusDifferential, StartsEveryJobAtTheSameDate) {
  const auto& settings = GetParam().settings;
  const int instances = scaled(1200);
  int corrections = 0, renewals = 0, overtaken = 0, killed = 0;
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 17, count = 5 + seed % 46;
    const auto jobs = jobs_of_users(static_cast<std::uint64_t>(seed), count, nodes);
    EasyPlusPlus plain(jobs, nodes, settings);
    const auto theirs = plain.run();
    ASSERT_EQ(starts_of_the_suite(jobs, nodes, settings), theirs)
        << "seed " << seed << ", " << nodes << " nodes";
    corrections += plain.corrections;
    renewals += plain.renewals;
    overtaken += plain.overtaken;
    killed += plain.killed;
  }
  // The instances are no idle machines, and predictions are often too short.
  EXPECT_GT(overtaken, instances / 4);
  EXPECT_GT(killed, instances / 4);
  EXPECT_GE(corrections, settings.predicts ? instances : 0);
  EXPECT_GE(renewals, settings.renews ? instances : 0);
}

std::vector<Compared> all_compared() {
  Settings easy, predictions;
  predictions.predicts = true;
  predictions.steps = {2, 5, 20};
  std::vector<Compared> all{{"easy", easy}, {"predictions", predictions}};
  all.push_back({"fewer", predictions});
  all.back().settings.takes_fewer = true;
  all.push_back({"renewed", predictions});
  all.back().settings.renews = true;
  all.push_back({"from_first", predictions});
  all.back().settings.from_first = true;
  all.push_back({"of_five", predictions});
  all.back().settings.of = 5;
  all.back().settings.steps = {30};
  const auto in_order = all;
  for (auto one : in_order) {
    one.settings.shortest_fills = true;
    all.push_back(one);
  }
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Compared>& one) {
  return std::string(one.param.name) + (one.param.settings.shortest_fills ? "_shortest_fills" : "");
}

INSTANTIATE_TEST_SUITE_P(Settings, EasyPlusPlusDifferential, ::testing::ValuesIn(all_compared()), name_of);

} // namespace easy_plus_plus_differential_test
} // namespace malha::testing
