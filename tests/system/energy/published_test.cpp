// SPDX-License-Identifier: MIT
// Energies that issues of Batsim and the validation of SimGrid 4's plugin of carbon say, from the files of a
// run.
#include "energy_program.hpp"

namespace malha::testing {
namespace published_energy_test {

class PublishedEnergy : public EnergyProgram {};

// Issue 51 of Batsim, which charged 1059 J there. A job of 4 s on two hosts of 203 W: 3 s x 406 W if it is
// killed at its limit of 3 s, and 4 s x 406 W if the limit is 4 s.
TEST_F(PublishedEnergy, OfAJobThatIsKilledIsThatOfAllOfItsHosts) {
  hosts({{"speed='1Gf'", "100:203"}, {"speed='1Gf'", "100:203"}}, "<prop id='wattage_off' value='10'/>");
  for (const std::string execution : {"timeline", "messages", "exec"}) {
    const auto words = "-d cluster.nodes --set execution=" + execution;
    jobs("0,4,3,2,u\n");
    simulated(words);
    EXPECT_EQ(energy_of_jobs().at(1), 1218) << execution;
    EXPECT_EQ(metric("wasted_energy"), 1218);
    EXPECT_EQ(metric("jobs_killed"), 1);
    is_valid();
    jobs("0,4,4,2,u\n");
    simulated(words);
    EXPECT_EQ(energy_of_jobs().at(1), 1624) << execution;
    EXPECT_EQ(metric("wasted_energy"), 0);
    is_valid();
  }
}

// Issue 65 of Batsim, which wrote 763 840 J for each of three jobs of four cores on a host of twelve: 217 W x
// 3520 s are 763 840 J, of which each job has a third.
TEST_F(PublishedEnergy, OfJobsThatShareAHostAddsUpToThatOfTheHost) {
  hosts({{"speed='1Gf' core='12'", "100:100:217"}});
  jobs("0,3520,3600,4,u1\n0,3520,3600,4,u2\n0,3520,3600,4,u3\n");
  for (const std::string execution : {"timeline", "messages", "exec"}) {
    simulated("-d cluster.nodes --set allocation=core --set execution=" + execution);
    for (const auto& [job, energy] : energy_of_jobs())
      EXPECT_NEAR(energy, 254613.33, 0.005) << job << " " << execution;
    const auto all = energy_of_all();
    EXPECT_NEAR(all.at("energy"), 763840, 1e-9 * 763840) << execution;
    EXPECT_NEAR(all.at("job_energy"), 763840, 1e-9 * 763840) << execution;
    is_valid();
  }
}

// The validation of SimGrid 4's plugin host_carbon_footprint, the grid of Brazil: a host of four cores draws
// 125, 150, 175 and 200 W with one to four of them at work, for 1, 2, 3 and 4 hours. At 91.48 g/kWh 1.75 kWh
// are 160.09 g. Hour by hour they are 0.125 x 100.07 + 0.150 x (93.6 + 93.89) + 0.175 x (96.04 + 95 + 94.4) +
// 0.2 x (94.11 + 94.99 + 96.44 + 99.76) = 167.64425 g.
TEST_F(PublishedEnergy, HasTheCarbonOfItsHours) {
  hosts({{"speed='100Mf' core='4'", "100:100:200"}}, "<prop id='wattage_off' value='5'/><prop "
                                                     "id='carbon_intensity' value='91.48'/>");
  jobs("0,3600,3600,1,u\n3600,7200,7200,2,u\n10800,10800,10800,3,u\n21600,14400,14400,4,u\n");
  write_text(folder_ / "grams.csv", "time,value\n0,100.07\n3600,93.6\n7200,93.89\n10800,96.04\n14400,95.0\n"
                                    "18000,94.4\n21600,94.11\n25200,94.99\n28800,96.44\n32400,99.76\n");
  for (const std::string execution : {"timeline", "messages", "exec"}) {
    const auto words = "-d cluster.nodes --set allocation=core --set execution=" + execution;
    simulated(words + " --set carbon_file=grams.csv");
    EXPECT_NEAR(metric("carbon"), 167.64425, 1e-9) << execution;
    EXPECT_NEAR(metric("energy"), 1750 * 3600, 1e-6) << execution; // 1750 Wh
    is_valid();
    simulated(words);
    EXPECT_NEAR(metric("carbon"), 160.09, 1e-9) << execution;
    is_valid();
  }
}

} // namespace published_energy_test
} // namespace malha::testing
