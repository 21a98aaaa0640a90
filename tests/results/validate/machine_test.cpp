// SPDX-License-Identifier: MIT
#include "tests/actors/multicluster/model/whole_runs.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::testing {
namespace machine_test {

/// The most memory that this process has had so far, in bytes.
std::int64_t own_peak() {
  const std::string key = "VmHWM:", status = text_of("/proc/self/status");
  return 1024 * std::stoll(status.substr(status.find(key) + key.size()));
}

// This process stands for a command. It has had 64 MiB more than it has when it starts the run, and a run of
// five jobs takes far less. So neither of the two processes alone has more than this one's peak: only their
// sum has.
TEST(MachineJson, CountsTheMemoryOfTheCommandAndOfItsRun) {
  {
    std::string much(64 << 20, 'm');
    much.back() =
        static_cast<char>('a' + std::count(much.begin(), much.end(), 'm') % 26); // all of it is used
    ASSERT_NE(much.back(), 'm');
  }
  const auto before = own_peak();
  ASSERT_GT(before, 64 << 20);
  const TemporaryFolder folder;
  WholeRuns().run({"star",
                   "cluster.fcfs",
                   "rigid_jobs",
                   {{"platform.hosts", "4"}, {"workload.jobs", "5"}, {"transport", "instant"}},
                   0,
                   {}},
                  folder / "out");
  const auto machine = nlohmann::json::parse(text_of(folder / "out/machine.json"));
  EXPECT_GT(machine["peak_memory_bytes"].get<std::int64_t>(), before);
}

} // namespace machine_test
} // namespace malha::testing
