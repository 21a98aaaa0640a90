// SPDX-License-Identifier: MIT
// Usage: malha_batch_benchmark [JOBS [JOBS_AT_1.0_AND_1.2]]
// Batch scheduling, jobs a second: EASY on a bare heap, Malha's simulation alone (jobs from memory, no rows),
// and the whole program (an SWF file in, jobs.csv with allocated nodes out), which follow one another in
// every line.
#include "batch_run.hpp"
#include "child.hpp"
#include "policies/sdk/numbers.hpp"
#include "stopwatch.hpp"
#include "tests/support/program.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace malha::overhead {
namespace {

void write_swf(const std::vector<BatchJob>& jobs, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << "; Version: 2.2\n; MaxProcs: " << batch_nodes << '\n';
  for (std::size_t i = 0; i < jobs.size(); ++i)
    out << i + 1 << ' ' << static_cast<std::int64_t>(jobs[i].submitted) << " -1 "
        << static_cast<std::int64_t>(jobs[i].run_time) << ' ' << jobs[i].size << " -1 -1 " << jobs[i].size
        << ' ' << static_cast<std::int64_t>(jobs[i].walltime) << " -1 1 -1 -1 -1 -1 -1 -1 -1\n";
}

struct ProgramRun {
  double wall_seconds;
  double peak_mib;
};

std::string platform_setting() { return "platform.hosts=" + std::to_string(batch_nodes); }

ProgramRun whole_program(const std::filesystem::path& swf, const std::string& deployment) {
  const testing::TemporaryFolder folder;
  const Stopwatch watch;
  const auto said =
      testing::run_shell("$MALHA simulate -p star -d " + deployment + " -w '" + swf.string() + "' --set " +
                             platform_setting() + " --set transport=instant -o out",
                         folder.path());
  const double wall = watch.wall_seconds();
  if (said.status != 0)
    throw std::runtime_error(said.err);
  const auto machine = nlohmann::json::parse(testing::text_of(folder / "out/machine.json"));
  return {wall, machine["peak_memory_bytes"].get<double>() / 1048576};
}

void line(const std::string& policy, double load, const std::vector<BatchJob>& jobs,
          const std::filesystem::path& swf) {
  const auto rate = [&](const auto& run) {
    return static_cast<double>(jobs.size()) / run.wall_seconds / 1000;
  };
  const std::string deployment = "cluster." + policy;
  const auto ours = in_child<BatchRun>([&] { return simulate_batch(jobs, deployment); });
  const auto whole = whole_program(swf, deployment);
  std::printf("%-22s %4.1f %9zu %9.0f", policy.c_str(), load, jobs.size(), ours.mean_queue);
  if (policy == "easy_backfill") {
    const auto bare = run_bare_easy(jobs);
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
