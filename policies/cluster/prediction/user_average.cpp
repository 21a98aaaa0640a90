// SPDX-License-Identifier: MIT
// The predictions of EASY++ (Tsafrir, Etsion and Feitelson, TPDS 18(6), 2007): a job is expected to run as
// long as the last two jobs of its user did in the mean, and no longer than its walltime. The last are those
// that ended last, ties by id; jobs that name no user are of one user. A mean is rounded up to whole seconds,
// so that a job is not outlived by what sums of dates lose in rounding, and is at least 1 s. With too few
// jobs the walltime is the prediction. A prediction that was outlived is corrected by steps, small ones
// first. Programs of others agree on the steps, and not on what they are added to: the time that the job has
// run (Alvio), or its first prediction (the programs of Gaussier et al., SC 2015).
#include "policies/cluster/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace malha::cluster {
namespace {

class UserAverage : public Prediction {
public:
  explicit UserAverage(const Parameters& given)
      : of_(static_cast<std::size_t>(given.integer("of"))), takes_fewer_(given.text("fallback") == "fewer"),
        renews_(given.text("renew") == "on"), steps_(given.reals("steps")),
        from_first_(given.text("steps_from") == "first") {}

  Seconds predict(const QueuedJob& job, Seconds) override {
    const auto known = last_.find(user_of(job));
    if (known == last_.end() || (known->second.size() < of_ && !takes_fewer_))
      return job.walltime;
    return std::min(job.walltime, mean(known->second));
  }

  Seconds correct(const QueuedJob& job, const Outlived& outlived) override {
    const Seconds ran = outlived.now - outlived.start;
    return std::min(job.walltime, from_first_ ? beyond_first(outlived) : ran + step(outlived.corrections));
  }

  void ended(const QueuedJob& job, Seconds start, Seconds end) override {
    auto& last = last_[user_of(job)];
    const EndedJob ended{end, job.id, end - start};
    last.insert(std::upper_bound(last.begin(), last.end(), ended), ended);
    if (last.size() > of_)
      last.erase(last.begin());
  }
  bool renews() const override { return renews_; }

private:
  struct EndedJob {
    Seconds end;
    TaskId id;
    Seconds run_time;

    bool operator<(const EndedJob& other) const { return std::tie(end, id) < std::tie(other.end, other.id); }
  };

  static const std::string& user_of(const QueuedJob& job) { return credentials_of(job).user; }

  static Seconds mean(const std::vector<EndedJob>& jobs) {
    constexpr Seconds rounding = 1e-6;
    Seconds sum = 0;
    for (const auto& job : jobs)
      sum += job.run_time;
    return std::max(1.0, std::ceil(sum / static_cast<double>(jobs.size()) - rounding));
  }

  /// The last step is taken again and again.
  Seconds step(int number) const {
    return steps_[std::min(static_cast<std::size_t>(number), steps_.size() - 1)];
  }

  /// The first prediction and the next step that reaches beyond the time that the job has run. Without one
  /// the last step is added to that time.
  Seconds beyond_first(const Outlived& outlived) const {
    for (auto number = static_cast<std::size_t>(outlived.corrections); number < steps_.size(); ++number)
      if (outlived.start + (outlived.first + steps_[number]) > outlived.now)
        return outlived.first + steps_[number];
    return outlived.now - outlived.start + steps_.back();
  }

  const std::size_t of_;
  const bool takes_fewer_, renews_;
  const std::vector<Seconds> steps_;
  const bool from_first_;
  std::map<std::string, std::vector<EndedJob>> last_; ///< by user, in the order of their ends
};

} // namespace

MALHA_POLICY(policy<UserAverage>(
    "cluster/user_average",
    "jobs are expected to run as long as the last jobs of their user did in the mean, corrected by steps",
    "Tsafrir, Etsion and Feitelson, TPDS 18(6), 2007: EASY++; steps as in programs of others",
    {integer("of", 2, between(1, 1e6), "count", "last jobs of the user that count"),
     choice("fallback", "walltime", {"walltime", "fewer"},
            "the prediction while fewer jobs of the user have ended: the walltime, or the mean of those"),
     choice("renew", "off", {"off", "on"},
            "whether jobs that wait are predicted again whenever a job has ended"),
     reals("steps", "60,300,900,1800,3600,7200,18000,36000,72000,180000,360000", between(1, 1e9), "s",
           "by which a prediction that was outlived is corrected, the first time, the second time, …, and by "
           "the last from then on; at most to the walltime"),
     choice("steps_from", "now", {"now", "first"},
            "what steps are added to: the time that the job has run, or its first prediction")}))

} // namespace malha::cluster
