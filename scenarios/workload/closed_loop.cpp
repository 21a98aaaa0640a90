// SPDX-License-Identifier: MIT
// Users who think after a job has ended, and then submit the next one: the workload of a closed system, in
// which the next submission depends on the schedule. All jobs of a user but the first wait for the one before
// with a think time, as fields 17 and 18 of the Standard Workload Format say it.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "scenarios/workload/files/trace_jobs.hpp"

#include <boost/random/exponential_distribution.hpp>

namespace malha {
namespace {

class ClosedLoop : public JobSource {
public:
  explicit ClosedLoop(const WorkloadInput& input)
      : estimates_(input.parameters.text("estimates"), input.random),
        thinks_(input.random.stream("workload.think")), works_(input.random.stream("workload.run_time")),
        is_exponential_(input.parameters.text("times") == "exponential") {
    const auto& given = input.parameters;
    const auto users = given.integer("users"), each = given.integer("jobs");
    if (users * each > most_jobs)
      throw InputError("closed_loop: " + std::to_string(users) + " users with " + std::to_string(each) +
                       " jobs each are more than " + std::to_string(most_jobs) +
                       " jobs, all of which wait in memory; valid: fewer users or jobs");
    for (std::int64_t user = 1; user <= users; ++user)
      add_user(user, each, input);
    sort_by_submission(jobs_, [](const Job& job) { return job.submitted; });
  }

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++]));
  }
  std::optional<std::int64_t> jobs() const override { return static_cast<std::int64_t>(jobs_.size()); }

private:
  static constexpr std::int64_t most_jobs = 10'000'000;

  Seconds drawn(Seconds mean, RandomStreams::Engine& stream) const {
    return is_exponential_ && mean > 0 ? boost::random::exponential_distribution<>(1 / mean)(stream) : mean;
  }

  /// Users think before their first job, too, so that they do not come all at once.
  void add_user(std::int64_t user, std::int64_t number, const WorkloadInput& input) {
    const auto& given = input.parameters;
    const Seconds begin = drawn(given.real("think"), thinks_);
    const SharedText name = "user-" + std::to_string(user);
    for (std::int64_t i = 0; i < number; ++i) {
      const JobId id = (user - 1) * number + i;
      const Seconds run_time = drawn(given.real("run_time"), works_);
      Job job =
          rigid_job(id, begin, run_time, static_cast<int>(given.integer("size")), input.reference_speed);
      job.user = name;
      job.walltime = estimates_.of(run_time, std::nullopt);
      job.followers = i + 1 < number ? 1 : 0;
      if (i > 0) {
        auto waits = std::make_shared<PrecedingJobs>();
        waits->jobs.push_back({id - 1});
        waits->think_time = drawn(given.real("think"), thinks_);
        job.preceding = std::move(waits);
      }
      jobs_.push_back(std::move(job));
    }
  }

  Estimates estimates_;
  RandomStreams::Engine& thinks_;
  RandomStreams::Engine& works_;
  const bool is_exponential_;
  std::vector<Job> jobs_;
  std::size_t next_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<ClosedLoop>(
    "closed_loop", "rigid jobs of users who think after each of their jobs, and then submit the next one",
    "textbook: the machine-repair model M/M/c//N where times are exponential and jobs have one node",
    {integer("users", 10, between(1, 1e6), "count", "users"),
     integer("jobs", 100, between(1, 1e7), "count", "jobs of each user"),
     real("think", 600, at_least(0), "s", "mean time from the end of a job to the next submission"),
     real("run_time", 600, above(0), "s", "mean run time of jobs"),
     choice("times", "exponential", {"exponential", "fixed"}, "distribution of think times and run times"),
     integer("size", 1, between(1, 1e6), "count", "nodes of each job"), Estimates::parameter("exact"),
     reference_speed_parameter()}))

} // namespace malha
