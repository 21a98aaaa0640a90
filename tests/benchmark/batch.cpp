// SPDX-License-Identifier: MIT
// Usage: malha_batch_benchmark [JOBS [JOBS_AT_1.0_AND_1.2]]
// Batch scheduling, jobs a second: EASY on a bare heap, Malha's simulation alone (jobs from memory, no rows),
// and the whole program (an SWF file in, jobs.csv with allocated nodes out), which follow one another in
// every line.
#include "actors/runtime/catalog.hpp"
#include "child.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runs/library.hpp"
#include "tests/support/program.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <queue>
#include <stdexcept>

namespace malha::overhead {
namespace {

constexpr int nodes = 1024;

struct BatchJob {
  Seconds submitted;
  int size;
  Seconds run_time, walltime;
};

/// Run times log-normal (6, 1.5) s, sizes 2^U{0..8}, walltimes 1, 2 or 5 times the run time, Poisson arrivals
/// that offer the load.
std::vector<BatchJob> make_jobs(std::int64_t number, double load) {
  RandomStreams::Engine random(1);
  boost::random::lognormal_distribution<> run_time(6, 1.5);
  boost::random::uniform_int_distribution<> power(0, 8), guess(0, 2);
  constexpr double mean_size = 511.0 / 9; // (2^0 + … + 2^8) / 9
  const double mean_work = std::exp(6 + 1.5 * 1.5 / 2) * mean_size;
  boost::random::exponential_distribution<> gap(load * nodes / mean_work);
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

void write_swf(const std::vector<BatchJob>& jobs, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << "; Version: 2.2\n; MaxProcs: " << nodes << '\n';
  for (std::size_t i = 0; i < jobs.size(); ++i)
    out << i + 1 << ' ' << static_cast<std::int64_t>(jobs[i].submitted) << " -1 "
        << static_cast<std::int64_t>(jobs[i].run_time) << ' ' << jobs[i].size << " -1 -1 " << jobs[i].size
        << ' ' << static_cast<std::int64_t>(jobs[i].walltime) << " -1 1 -1 -1 -1 -1 -1 -1 -1\n";
}

struct Result {
  double wall_seconds;
  double mean_wait;
  double mean_queue;
  double peak_mib;
};

double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// EASY with nothing around it: counts of nodes, a sorted vector of what runs, a scan of the queue at every
/// event.
class BareEasy {
public:
  explicit BareEasy(const std::vector<BatchJob>& jobs) : jobs_(jobs) {}

  Result run() {
    const auto began = std::chrono::steady_clock::now();
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
    return {seconds_since(began), waited_ / static_cast<double>(jobs_.size()), waited_ / now_, 0};
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
  int free_ = nodes;
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

std::string platform_setting() { return "platform.hosts=" + std::to_string(nodes); }

double metric(const Outcome& outcome, const std::string& name) {
  for (const auto& one : outcome.metrics)
    if (one.name == name)
      return one.value;
  throw std::runtime_error("no metric " + name);
}

/// To be called in a process of its own.
Result simulate(const std::vector<BatchJob>& jobs, const std::string& deployment) {
  jobs_in_memory = &jobs;
  static const WorkloadDescriptor memory{
      "memory", "", "", {}, [](const WorkloadInput&) -> std::unique_ptr<JobSource> {
        return std::make_unique<MemorySource>();
      }};
  const Library library({});
  auto plan = library.plan({"star",
                            deployment,
                            "rigid_jobs",
                            {{"platform.hosts", std::to_string(nodes)}, {"transport", "instant"}},
                            0,
                            {}});
  plan.workload = {"memory", &memory, {}};
  auto* simulation = new Simulation(plan, "");
  const auto began = std::chrono::steady_clock::now();
  const Outcome outcome = simulation->run();
  return {seconds_since(began), metric(outcome, "mean_waiting_time"), metric(outcome, "mean_queue_length"),
          0};
}

Result whole_program(const std::filesystem::path& swf, const std::string& deployment) {
  const testing::TemporaryFolder folder;
  const auto began = std::chrono::steady_clock::now();
  const auto said =
      testing::run_shell("$MALHA simulate -p star -d " + deployment + " -w '" + swf.string() + "' --set " +
                             platform_setting() + " --set transport=instant -o out",
                         folder.path());
  const double wall = seconds_since(began);
  if (said.status != 0)
    throw std::runtime_error(said.err);
  const auto machine = nlohmann::json::parse(testing::text_of(folder / "out/machine.json"));
  return {wall, 0, 0, machine["peak_memory_bytes"].get<double>() / 1048576};
}

void line(const std::string& policy, double load, const std::vector<BatchJob>& jobs,
          const std::filesystem::path& swf) {
  const auto rate = [&](const Result& result) {
    return static_cast<double>(jobs.size()) / result.wall_seconds / 1000;
  };
  const std::string deployment = "cluster." + policy;
  const Result ours = in_child<Result>([&] { return simulate(jobs, deployment); }),
               whole = whole_program(swf, deployment);
  std::printf("%-22s %4.1f %9zu %9.0f", policy.c_str(), load, jobs.size(), ours.mean_queue);
  if (policy == "easy_backfill") {
    const Result bare = BareEasy(jobs).run();
    if (std::abs(bare.mean_wait - ours.mean_wait) > 1e-9 * bare.mean_wait)
      throw std::runtime_error("bare EASY waits " + shortest(bare.mean_wait) + " s, ours " +
                               shortest(ours.mean_wait) + " s");
    std::printf(" %9.0f %9.0f %9.0f %7.1f %7.1f", rate(bare), rate(ours), rate(whole),
                rate(bare) / rate(ours), whole.peak_mib);
  } else {
    std::printf(" %9s %9.0f %9.0f %7s %7.1f", "", rate(ours), rate(whole), "", whole.peak_mib);
  }
  std::printf("\n");
  std::fflush(stdout);
}

void run(std::int64_t number, std::int64_t overloaded) {
  const testing::TemporaryFolder folder;
  std::printf("%-22s %4s %9s %9s %9s %9s %9s %7s %7s\n", "thousand jobs a second", "load", "jobs", "queue",
              "bare", "simulated", "program", "ratio", "MiB");
  for (const double load : {0.9, 1.0, 1.2}) {
    const auto jobs = make_jobs(load < 1 ? number : overloaded, load);
    const auto swf = folder / "jobs.swf";
    write_swf(jobs, swf);
    line("easy_backfill", load, jobs, swf);
    line("fcfs", load, jobs, swf);
    if (load < 1.1)
      line("conservative_backfill", load, jobs, swf);
  }
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const std::int64_t number = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
  const std::int64_t overloaded = argc > 2 ? std::atoll(argv[2]) : 100'000;
  if (argc > 3 || number < 1 || overloaded < 1) {
    std::fprintf(stderr, "usage: %s [JOBS [JOBS_AT_1.0_AND_1.2]]\n", argv[0]);
    return 2;
  }
  try {
    malha::overhead::run(number, overloaded);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
