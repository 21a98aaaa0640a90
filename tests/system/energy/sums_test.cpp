// SPDX-License-Identifier: MIT
// Energy of jobs, idle energy, energy of hosts that are off and of switches add up to the whole, under every
// shipped deployment of batch schedulers.
#include "energy_program.hpp"

#include <algorithm>

namespace malha::testing {
namespace sums_of_energy_test {

/// The shipped deployments with a batch scheduler.
std::vector<std::string> deployments() {
  std::vector<std::string> all;
  for (const auto& file : std::filesystem::directory_iterator(MALHA_SOURCE_FOLDER "/deployments")) {
    const auto name = file.path().stem().string();
    if (name.rfind("cluster.", 0) == 0 || name.rfind("multicluster.", 0) == 0)
      all.push_back(name);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Jobs share hosts there, and it is not known when each of them computes.
bool shares_hosts(const std::string& deployment) {
  return deployment == "cluster.contract_fcfs" || deployment == "multicluster.mcisne" ||
         deployment == "multicluster.non_saturated";
}

class SumsOfEnergy : public EnergyProgram, public ::testing::WithParamInterface<std::string> {};

TEST_P(SumsOfEnergy, AreThatOfAllHosts) {
  const bool is_one_cluster = GetParam().rfind("cluster.", 0) == 0;
  const std::string platform =
      is_one_cluster ? "star --set platform.hosts=8" : "clusters --set platform.sizes=4,8";
  const auto said = simulate("-p " + platform +
                             " --set platform.watts=95:110:200 --set platform.watts_off=10 --set series=on "
                             "-w lublin --set workload.jobs=100 --set workload.load=0.7 --set "
                             "workload.users=3 --set workload.nodes=4 -o out -d " +
                             GetParam());
  ASSERT_EQ(said.status, 0) << said.err;
  if (shares_hosts(GetParam())) {
    EXPECT_NE((said.out + said.err)
                  .find("energy: it is not modelled, since jobs " +
                        std::string(GetParam() == "multicluster.non_saturated"
                                        ? "may run in several clusters at once"
                                        : "share hosts")),
              std::string::npos);
    for (const auto& [job, energy] : energy_of_jobs())
      EXPECT_EQ(energy, -1) << job;
    EXPECT_EQ(metric("jobs_finished"), 100);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/energy.csv"));
    return;
  }
  const auto all = energy_of_all();
  const auto total = all.at("energy");
  EXPECT_GT(total, 0);
  EXPECT_NEAR(all.at("job_energy") + all.at("idle_energy") + all.at("off_energy") + all.at("switch_energy"),
              total, 1e-9 * total);
  double of_jobs = 0, of_hosts = 0, of_users = 0;
  for (const auto& [job, energy] : energy_of_jobs())
    of_jobs += std::max(energy, 0.0); // -1: it never ran
  for (CsvReader rows(folder_ / "out/energy.csv"); rows.next();) {
    of_hosts += rows.text("of") == "host" ? rows.real("energy") : 0;
    of_users += rows.text("of") == "user" ? rows.real("energy") : 0;
  }
  EXPECT_NEAR(of_jobs, all.at("job_energy"), 1e-9 * total);
  EXPECT_NEAR(of_users, all.at("job_energy"), 1e-9 * total);
  EXPECT_NEAR(of_hosts, total, 1e-9 * total);
  is_valid();
}

INSTANTIATE_TEST_SUITE_P(Under, SumsOfEnergy, ::testing::ValuesIn(deployments()), [](const auto& one) {
  auto name = one.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

} // namespace sums_of_energy_test
} // namespace malha::testing
