// SPDX-License-Identifier: MIT
// Usage: malha_oscarpbs_benchmark [JOBS]
// What a scheduling cycle of OscarPBS costs on the cluster of its study (40 machines of 8 CPUs), in the model
// of the batch scheduler, without SimGrid: batches of the study, 300 jobs and more in the queue, and batches
// of JOBS (10000) at a load below and far above what the cluster can do.
#include "actors/runtime/plan/workload.hpp"
#include "tests/actors/cluster/model/batch_run.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <numeric>

namespace malha::overhead {
namespace {

using testing::BatchRun;

/// Asks another policy, and keeps how long each answer took.
class Timed : public cluster::Queue {
public:
  explicit Timed(cluster::Queue& policy) : policy_(policy) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    const auto began = std::chrono::steady_clock::now();
    auto decision = policy_.decide(view);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    all.push_back(took.count());
    if (view.queue.size() >= long_queue)
      with_long_queue.push_back(took.count());
    return decision;
  }

  static constexpr std::size_t long_queue = 300;
  std::vector<double> all, with_long_queue; ///< ms

private:
  cluster::Queue& policy_;
};

std::vector<Job> batch(const std::map<std::string, std::string>& settings) {
  const auto* oscar = test::shipped_catalog().workloads().at("oscar_batch");
  RandomStreams random(0);
  const Parameters parameters(oscar->parameters, settings);
  Workload workload("oscar_batch");
  workload.open(oscar->make({parameters, random, {}, 1e9}));
  std::vector<Job> jobs;
  while (workload.peek() != nullptr)
    jobs.push_back(workload.pop());
  return jobs;
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// 0 of nothing.
double quantile(std::vector<double>& values, double share) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void line(const char* what, const std::map<std::string, std::string>& workload,
          const std::map<std::string, std::string>& policy) {
  std::vector<std::pair<std::string, int>> machines;
  for (int machine = 2; machine < 42; ++machine)
    machines.emplace_back("uff" + std::to_string(machine), 8);
  const auto jobs = batch(workload);
  const auto made = test::make<cluster::Queue>("cluster/oscarpbs", policy);
  Timed timed(*made);
  const auto rows = BatchRun(testing::machines_of(machines), timed).run(jobs);
  if (rows.size() != jobs.size())
    throw std::runtime_error("jobs are left that never start");
  const double total = std::accumulate(timed.all.begin(), timed.all.end(), 0.0);
  auto& longs = timed.with_long_queue;
  std::printf("%-34s %6zu %7zu %7.3f %7zu %7.3f %7.3f %7.3f %5td %7.2f %6.1f\n", what, jobs.size(),
              timed.all.size(), total / static_cast<double>(timed.all.size()), longs.size(),
              quantile(longs, 0.5), quantile(longs, 0.95), quantile(longs, 1),
              std::count_if(timed.all.begin(), timed.all.end(), [](double ms) { return ms > 20; }),
              total / 1000, peak_mib());
  std::fflush(stdout);
}

void run(const std::string& jobs) {
  std::printf("%-34s %6s %7s %7s %7s %7s %7s %7s %5s %7s %6s\n", "ms a cycle", "jobs", "cycles", "mean",
              "at 300", "median", "95 %", "longest", "> 20", "all, s", "MiB");
  const std::map<std::string, std::string> study{{"narrow", "0.24"}};
  const auto with = [](std::map<std::string, std::string> settings,
                       const std::map<std::string, std::string>& more) {
    settings.insert(more.begin(), more.end());
    return settings;
  };
  line("experiment 4", study, {});
  line("experiment 7", with(study, {{"qos", "0.2"}}), {});
  line("experiment 8", with(study, {{"emergency", "0.05"}}), {});
  const auto at_once = with(study, {{"jobs", "400"}, {"interarrival", "1"}});
  line("400 in 400 s, no starve handling", at_once, {{"starve", "off"}});
  line("400 in 400 s", at_once, {});
  line("400 in 400 s, QoS and emergency", with(at_once, {{"qos", "0.2"}, {"emergency", "0.05"}}), {});
  line("load 0.8", with(study, {{"jobs", jobs}, {"interarrival", "280"}}), {});
  line("load 3.6, no starve handling", with(study, {{"jobs", jobs}, {"interarrival", "60"}}),
       {{"starve", "off"}});
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const std::string jobs = argc > 1 ? argv[1] : "10000";
  if (argc > 2 || !malha::parse_number<int>(jobs) || *malha::parse_number<int>(jobs) < 1) {
    std::fprintf(stderr, "usage: %s [JOBS]\n", argv[0]);
    return 2;
  }
  try {
    malha::overhead::run(jobs);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
