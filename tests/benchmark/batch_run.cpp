// SPDX-License-Identifier: MIT
#include "batch_run.hpp"

#include "scenarios/runner/runs/library.hpp"
#include "stopwatch.hpp"
#include "tests/support/metric.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <cmath>
#include <deque>
#include <map>
#include <queue>

namespace malha::overhead {
namespace {

class BareEasy {
public:
  explicit BareEasy(const std::vector<BatchJob>& jobs) : jobs_(jobs) {}

  BatchRun run() {
    const Stopwatch watch;
    std::size_t next = 0;
    while (next < jobs_.size() || !ends_.empty()) {
      const Seconds submission = next < jobs_.size() ? jobs_[next].submitted : 1e300;
      now_ = std::min(submission, ends_.empty() ? 1e300 : ends_.top().first);
      for (; !ends_.empty() && ends_.top().first <= now_; ends_.pop())
        end(ends_.top().second);
      for (; next < jobs_.size() && jobs_[next].submitted <= now_; ++next)
        queue_.push_back(next);
      pass();
    }
    return {watch.wall_seconds(), watch.processor_seconds(), waited_ / static_cast<double>(jobs_.size()),
            waited_ / now_};
  }

private:
  using Dated = std::pair<Seconds, std::size_t>;

  void end(std::size_t job) {
    free_ += jobs_[job].size;
    running_.erase(std::lower_bound(running_.begin(), running_.end(), Dated{expected_[job], job}));
    expected_.erase(job);
  }
  void start(std::size_t job) {
    free_ -= jobs_[job].size;
    waited_ += now_ - jobs_[job].submitted;
    ends_.emplace(now_ + jobs_[job].run_time, job);
    const Dated release{expected_[job] = now_ + jobs_[job].walltime, job};
    running_.insert(std::lower_bound(running_.begin(), running_.end(), release), release);
  }
  void pass() {
    while (!queue_.empty() && jobs_[queue_.front()].size <= free_) {
      start(queue_.front());
      queue_.pop_front();
    }
    if (queue_.empty())
      return;
    const int head = jobs_[queue_.front()].size;
    int then = free_;
    Seconds shadow = 0;
    for (const auto& [date, job] : running_) {
      if (then >= head && date > shadow)
        break;
      then += jobs_[job].size;
      shadow = date;
    }
    int extra = then - head;
    for (auto job = queue_.begin() + 1; job != queue_.end() && free_ > 0;) {
      const bool in_time = now_ + jobs_[*job].walltime <= shadow;
      const bool fits = jobs_[*job].size <= free_ && (in_time || jobs_[*job].size <= extra);
      if (fits) {
        extra -= in_time ? 0 : jobs_[*job].size;
        start(*job);
      }
      job = fits ? queue_.erase(job) : job + 1;
    }
  }

  const std::vector<BatchJob>& jobs_;
  Seconds now_ = 0, waited_ = 0;
  int free_ = batch_nodes;
  std::deque<std::size_t> queue_;
  std::vector<Dated> running_;
  std::map<std::size_t, Seconds> expected_;
  std::priority_queue<Dated, std::vector<Dated>, std::greater<>> ends_;
};

/// Jobs from memory, for the simulation alone.
const std::vector<BatchJob>* jobs_in_memory = nullptr;

class MemorySource : public JobSource {
public:
  std::optional<Job> next() override {
    if (next_ == jobs_in_memory->size())
      return std::nullopt;
    const auto& given = (*jobs_in_memory)[next_];
    Job job;
    job.id = static_cast<JobId>(++next_);
    job.submitted = given.submitted;
    job.walltime = given.walltime;
    Task task;
    task.length = given.run_time;
    task.reference_speed = 1e9;
    task.work = given.run_time * 1e9;
    task.resources = given.size;
    job.tasks.push_back(task);
    return job;
  }

private:
  std::size_t next_ = 0;
};

} // namespace

std::vector<BatchJob> make_jobs(std::int64_t number, double load) {
  RandomStreams::Engine random(1);
  boost::random::lognormal_distribution<> run_time(6, 1.5);
  boost::random::uniform_int_distribution<> power(0, 8), guess(0, 2);
  constexpr double mean_size = 511.0 / 9; // (2^0 + … + 2^8) / 9
  const double mean_work = std::exp(6 + 1.5 * 1.5 / 2) * mean_size;
  boost::random::exponential_distribution<> gap(load * batch_nodes / mean_work);
  constexpr int factors[] = {1, 2, 5};
  std::vector<BatchJob> jobs;
  Seconds date = 0;
  for (std::int64_t i = 0; i < number; ++i) {
    const Seconds run = std::ceil(run_time(random));
    date += gap(random);
    jobs.push_back({std::floor(date), 1 << power(random), run, run * factors[guess(random)]});
  }
  return jobs;
}

BatchRun run_bare_easy(const std::vector<BatchJob>& jobs) { return BareEasy(jobs).run(); }

BatchRun simulate_batch(const std::vector<BatchJob>& jobs, const std::string& deployment) {
  jobs_in_memory = &jobs;
  static const WorkloadDescriptor memory{
      "memory", "", "", {}, [](const WorkloadInput&) -> std::unique_ptr<JobSource> {
        return std::make_unique<MemorySource>();
      }};
  const Library library({});
  auto plan = library.plan({"star",
                            deployment,
                            "rigid_jobs",
                            {{"platform.hosts", std::to_string(batch_nodes)}, {"transport", "instant"}},
                            0,
                            {}});
  plan.workload = {"memory", &memory, {}};
  auto* simulation = new Simulation(plan, {});
  const Stopwatch watch;
  const Outcome outcome = simulation->run();
  const double wall = watch.wall_seconds(), processor = watch.processor_seconds();
  if (outcome.status != Status::done)
    throw std::runtime_error(outcome.message);
  return {wall, processor, testing::metric_of(outcome, "mean_waiting_time"),
          testing::metric_of(outcome, "mean_queue_length")};
}

} // namespace malha::overhead
