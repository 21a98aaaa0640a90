// SPDX-License-Identifier: MIT
// The energy of runs by hand, with one number changed each.
#include "results/validate/energy_files.hpp"
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_energy_test {

/// n0 has two cores, which are resources 0 and 1: 100 W idle, 120 W at the least load, and 200 W at full
/// load, so that one core that computes draws 160 W. n2 is one resource, and draws 50 or 150 W; n3 as well,
/// and can sleep: 60 W for 4 s of switching off, 5 W off, 80 W for 10 s of booting.
///
/// Job 0 of user a has core 0 from 0 to 40, and job 1 core 1 from 10 to 30. n0 draws 160 W to 10 and from 30
/// on, and 200 W between; after 40 100 W. Each job has half of that: 800 + 2000 + 800 J and 2000 J. Job 2 of
/// user b, a delay, has n2 from 0 to 20: 1000 J. Job 3 of user a has n3 from 50 to 60: 1500 J.
/// n3 is idle to 20, goes to 24, sleeps to 40, boots to 50.
class EnergyByHand : public HandMade {
protected:
  EnergyByHand() {
    hosts_ = {"n0", "n0", "n2", "n3"};
    rows_ = {row(0, 0, 0, 40, "0"), row(1, 0, 10, 30, "1"), row(2, 0, 0, 20, "2"), row(3, 30, 50, 60, "3")};
    const double energies[] = {3600, 2000, 1000, 1500};
    for (std::size_t job = 0; job < rows_.size(); ++job) {
      rows_[job].energy = energies[job];
      rows_[job].user = job == 2 ? "b" : "a";
    }
    rows_[2].task.work = 0;
    manifest_ = R"("run": {"transport": "instant"})";
    files_["host_power.csv"] = "n0,2,1,2,0,1e9,100,120,200,7,,,,\n"
                               "n2,1,1,1,0,1e9,50,50,150,5,,,,\n"
                               "n3,1,1,1,0,1e9,50,50,150,5,10,80,4,60\n";
    files_["power_states.csv"] = "n3,20,switching_off,0\nn3,24,off,0\nn3,40,switching_on,0\nn3,50,on,0\n";
    // n0: 1600 + 4000 + 1600 J to 40, of which 5600 J are those of jobs, and 2000 J from there on. n2: 2000 J
    // from 20 on. n3: 1000 J to 20, 240, 80 and 800 J.
    files_["energy.csv"] = "host,n0,5600,3600,0,0,9200\n"
                           "host,n2,1000,2000,0,0,3000\n"
                           "host,n3,1500,1000,80,1040,3620\n"
                           "user,a,7100,0,0,0,7100\n"
                           "user,b,1000,0,0,0,1000\n"
                           "all,,8100,6600,80,1040,15820\n";
    // To 10: 160 + 50 + 50 W; then 200 W of n0; from 20 on n3 draws 60 W, from 24 on 5 W, …
    files_["power.csv"] = "0,260,0\n10,300,2600\n20,310,5600\n24,255,6840\n30,215,8370\n40,230,10520\n"
                          "50,300,12820\n60,200,15820\n";
  }

  /// Writes the files, and validates.
  Validation found() {
    for (const auto& [name, lines] : files_)
      write_text(folder_ / name, header_of(name) + "\n" + lines);
    return validated();
  }
  Texts broken() { return found().violations; }
  /// With that text of a file changed.
  Texts broken(const std::string& file, const std::string& from, const std::string& to) {
    const auto before = files_.at(file);
    const auto at = before.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    files_[file] = std::string(before).replace(at, from.size(), to);
    auto texts = broken();
    files_[file] = before;
    return texts;
  }
  /// "… in schedule.csv", with these columns and values.
  Texts with_schedule(const std::string& columns, const std::string& values) {
    const std::string all = "simulated_time," + columns + "\n60," + values + "\n";
    write_text(folder_ / "schedule.csv", all);
    return broken();
  }

  std::map<std::string, std::string> files_; ///< lines behind the headers
};

TEST_F(EnergyByHand, IsThatOfPowersAndDates) {
  const auto all = found();
  EXPECT_EQ(all.violations, Texts{});
  for (const auto* sentence :
       {"the energy of jobs, hosts and users is that of powers and dates",
        "nothing holds a host that is not on, and switches last as long as they should"})
    EXPECT_EQ(std::count(all.checks.begin(), all.checks.end(), sentence), 1) << sentence;
}

TEST_F(EnergyByHand, IsNoMatterWhereItIsNotModelled) {
  files_.clear();
  rows_[0].energy = 17;
  const auto all = found();
  EXPECT_EQ(all.violations, Texts{});
  for (const auto& sentence : all.checks)
    EXPECT_EQ(sentence.find("energy"), std::string::npos) << sentence;
}

TEST_F(EnergyByHand, NamesTheJobWhoseEnergyWasChanged) {
  rows_[1].energy = 2000.00001;
  EXPECT_EQ(broken(), Texts{"energy: " + who(1) +
                            " has consumed_energy 2000.00001, the powers of its hosts give 2000"});
  rows_[1].energy = 2000.000001; // 10⁻⁹ of it may be rounding
  EXPECT_EQ(broken(), Texts{});
}

// A delay holds its host, which stays idle. One that computes draws 150 W, which its host and power.csv tell.
TEST_F(EnergyByHand, OfADelayIsThatOfAnIdleHost) {
  rows_[2].task.work = 20 * gigaflops;
  files_.erase("power.csv");
  files_.erase("energy.csv");
  EXPECT_EQ(broken(),
            Texts{"energy: " + who(2) + " has consumed_energy 1000, the powers of its hosts give 3000"});
}

TEST_F(EnergyByHand, OfJobsThatNeverRanIsNone) {
  rows_.push_back(rejected(4, 5));
  EXPECT_EQ(broken(), Texts{});
  rows_.back().energy = 3;
  EXPECT_EQ(broken(), Texts{"energy: " + who(4) + " never ran, and has consumed_energy 3"});
}

// At half of its speed from 55 on n3 draws 50 + 50 W: 1250 J.
TEST_F(EnergyByHand, IsLessWhereAHostIsSlowed) {
  files_["speeds.csv"] = "3,55,5e8,\n";
  files_.erase("power.csv");
  files_.erase("energy.csv");
  rows_[3].task.work = 7.5 * gigaflops;
  EXPECT_EQ(broken(),
            Texts{"energy: " + who(3) + " has consumed_energy 1500, the powers of its hosts give 1250"});
  rows_[3].energy = 1250;
  EXPECT_EQ(broken(), Texts{});
  files_["speeds.csv"] = "3,55,2e9,\n"; // a faster host is at full load, and no more
  rows_[3].task.work = 15 * gigaflops;
  rows_[3].energy = 1500;
  EXPECT_EQ(broken(), Texts{});
}

// Job 3 was stopped on n2 from 30 to 38, which costs 1200 J, and has 2700 J in all.
TEST_F(EnergyByHand, CountsAllAttempts) {
  rows_[3].restarts = 1;
  rows_[3].wasted = 8;
  rows_[3].energy = 2700;
  shows_ = R"("attempts_end": ["requeued"])";
  files_.erase("power.csv");
  files_.erase("energy.csv");
  const auto with = [this](const std::string& first) {
    write_text(folder_ / "attempts.csv", header_of("attempts.csv") + ",energy\n3,0,1,2,30,38,requeued,1e10," +
                                             first + "\n3,0,2,3,50,60,COMPLETED_SUCCESSFULLY,1e10,1500\n");
    return broken();
  };
  EXPECT_EQ(with("1200"), Texts{});
  EXPECT_EQ(with("1201"), Texts{"energy: job 3 (" + line("attempts.csv", 2) +
                                ") has energy 1201, the powers of its hosts give 1200"});
  rows_[3].energy = 1500;
  EXPECT_EQ(with("1200"),
            Texts{"energy: " + who(3) + " has consumed_energy 1500, the powers of its hosts give 2700"});
}

TEST_F(EnergyByHand, OfHostsAndUsersFollows) {
  const auto line_of = [this](int number) { return " (" + line("energy.csv", number) + ") is "; };
  EXPECT_EQ(broken("energy.csv", "host,n0,5600", "host,n0,5601"),
            Texts{"energy: job_energy of host 'n0'" + line_of(2) + "5601, the rows say 5600"});
  EXPECT_EQ(broken("energy.csv", "80,1040,3620", "81,1040,3620"),
            Texts{"energy: off_energy of host 'n3'" + line_of(4) + "81, the rows say 80"});
  EXPECT_EQ(broken("energy.csv", "user,b,1000", "user,b,1001"),
            Texts{"energy: job_energy of user 'b'" + line_of(6) + "1001, the rows say 1000"});
  EXPECT_EQ(broken("energy.csv", "6600", "6601"),
            Texts{"energy: idle_energy of all hosts" + line_of(7) + "6601, the rows say 6600"});
}

TEST_F(EnergyByHand, IsTheSumOfItsParts) {
  EXPECT_EQ(broken("energy.csv", "15820", "15821"),
            Texts{"energy: energy of all hosts (" + line("energy.csv", 7) +
                  ") is 15821, its parts add up to 15820"});
}

TEST_F(EnergyByHand, HasARowForEachHostAndUser) {
  EXPECT_EQ(broken("energy.csv", "host,n2,1000,2000,0,0,3000\n", ""),
            Texts{"energy: host 'n2' has no row in energy.csv"});
  EXPECT_EQ(broken("energy.csv", "user,b", "user,a"),
            (Texts{"energy: user 'a' (" + line("energy.csv", 6) + ") has a row above, or no energy",
                   "energy: user 'b' has no row in energy.csv"}));
}

TEST_F(EnergyByHand, IsTheIntegralOfThePower) {
  EXPECT_EQ(broken("power.csv", "24,255", "24,256"),
            Texts{"energy: power at 24 is 256 (" + line("power.csv", 5) + "), the rows say 255"});
  EXPECT_EQ(broken("power.csv", "8370", "8371"),
            Texts{"energy: energy in " + line("power.csv", 6) + " is 8371, the rows say 8370"});
  EXPECT_EQ(broken("power.csv", "60,200", "61,200"),
            (Texts{"energy: power at 60 is 300 (" + line("power.csv", 8) + "), the rows say 200",
                   "energy: " + line("power.csv", 9) + " is at 61, and the run ends at 60"}));
  EXPECT_EQ(broken("power.csv", "0,260,0\n", ""), Texts{"energy: power at 0 is not in power.csv"});
}

// A row a hundredth of a second before its date is not that of its date, late as it may be.
TEST_F(EnergyByHand, IsThatOfTheDatesToTheLastDigit) {
  hosts_ = {"n2"};
  rows_ = {row(0, 0, 1e8, 1e8 + 0.5, "0")};
  rows_[0].energy = 75;
  files_ = {{"host_power.csv", "n2,1,1,1,0,1e9,50,50,150,5,,,,\n"},
            {"power.csv", "0,50,0\n1e8,150,5e9\n100000000.5,50,5000000075\n"}};
  EXPECT_EQ(broken(), Texts{});
  rows_.push_back(row(1, 0, 1e8 + 0.51, 1e8 + 1.51, "0"));
  rows_[1].energy = 150;
  files_["power.csv"] = "0,50,0\n1e8,150,5e9\n100000000.5,50,5000000075\n100000000.51,150,5000000075.5\n"
                        "100000001.51,50,5000000225.5\n";
  EXPECT_EQ(broken(), Texts{});
}

// 15820 J in 60 s; the makespan is 60 s, the turnarounds are 40, 30, 20 and 30 s, and three jobs compute 70
// Gflop. n3 is off for 16 s; the three hosts slept for 16/3 s in the mean.
TEST_F(EnergyByHand, GivesTheMetrics) {
  const std::string columns =
      "energy,job_energy,idle_energy,off_energy,switch_energy,idle_share,mean_power,max_power,"
      "mean_energy_per_job,energy_per_work,wasted_energy,edp,erp,switches,time_asleep";
  const auto values = [](double energy, double per_work, double most) {
    return shortest(energy) + ",8100,6600,80,1040," + shortest(6600 / 15820.0) + "," +
           shortest(15820 / 60.0) + "," + shortest(most) + ",2025," + shortest(per_work) + ",0,949200,7910," +
           "1," + shortest(16 / 3.0);
  };
  const auto of_energy = [&](const std::string& given) {
    Texts texts;
    for (auto& text : with_schedule(columns, given))
      texts.push_back(text);
    return texts;
  };
  EXPECT_EQ(of_energy(values(15820, 15820 / 70e9, 310)), Texts{});
  EXPECT_EQ(of_energy(values(15821, 15820 / 70e9, 310)),
            Texts{"metrics: energy is 15821 in schedule.csv, the rows say 15820"});
  EXPECT_EQ(of_energy(values(15820, 15820 / 70e9, 311)),
            Texts{"metrics: max_power is 311 in schedule.csv, the rows say 310"});
  EXPECT_EQ(
      of_energy(values(15820, 2.27e-7, 310)),
      Texts{"metrics: energy_per_work is 2.27e-07 in schedule.csv, the rows say " + shortest(15820 / 70e9)});
}

// A job that had not ended has no row, so that only the rows that are there can be computed again. All hosts
// draw 200 + 150 + 150 W at most.
TEST_F(EnergyByHand, OfJobsWithoutRowsIsNotKnown) {
  files_["host_power.csv"] = "n2,1,1,1,0,1e9,50,50,150,5,,,,\nn3,1,1,1,0,1e9,50,50,150,5,10,80,4,60\n";
  files_["energy.csv"] = "host,n2,1000,7,0,0,1007\nhost,n3,1,2,3,4,10\nall,,1001,9,3,4,1017\n";
  rows_[0].energy = rows_[1].energy = -1; // their hosts are none of those
  const auto unfinished = [this] {
    for (const auto& [name, lines] : files_)
      write_text(folder_ / name, header_of(name) + "\n" + lines);
    manifest_ = R"("run": {"transport": "instant"}, "tasks_unfinished": 1)";
    return validated();
  };
  auto all = unfinished();
  EXPECT_EQ(std::count(all.unchecked.begin(), all.unchecked.end(),
                       "energy of hosts and of the run: jobs that had not ended have no rows"),
            1);
  const auto of_energy = [](Texts texts) { // the number of tasks is not that of the rows
    texts.erase(std::remove_if(texts.begin(), texts.end(),
                               [](const auto& text) { return text.rfind("energy", 0) != 0; }),
                texts.end());
    return texts;
  };
  EXPECT_EQ(of_energy(all.violations), Texts{});
  write_text(folder_ / "schedule.csv", "simulated_time,mean_power,max_power\n60,301,300.5\n");
  EXPECT_EQ(of_energy(unfinished().violations),
            (Texts{"energy: max_power is 300.5 in schedule.csv, and all hosts draw 300 at most",
                   "energy: mean_power is 301 in schedule.csv, and max_power only 300.5"}));
  files_["energy.csv"] = "host,n2,1000,7,0,0,1007\nhost,n3,1,2,3,4,11\nall,,1001,9,3,4,1017\n";
  EXPECT_EQ(of_energy(unfinished().violations).back(),
            "energy: energy of host 'n3' (" + line("energy.csv", 3) + ") is 11, its parts add up to 10");
}

// The hosts draw 310 W from 20 to 24, which is the most, and 300 W from 10 on and at 50.
TEST_F(EnergyByHand, IsBelowTheCapAtEveryInstant) {
  const auto under = [this](const std::string& caps) {
    write_text(folder_ / "power_cap.csv", header_of("power_cap.csv") + "\n" + caps);
    return broken();
  };
  const auto above = [this](const std::string& what, int row) {
    return Texts{"power_cap: the power at " + what + " (" + line("power_cap.csv", row) + ")"};
  };
  EXPECT_EQ(under("0,310\n"), Texts{});
  EXPECT_EQ(under("0,309.999\n"), above("20 is 310, and the cap is 309.999", 2));
  EXPECT_EQ(under("0,300\n15,400\n50,300\n"), Texts{});
  // It falls at 22 for a second, where no host changes, and rises before the power does.
  EXPECT_EQ(under("0,310\n22,309\n23,310\n"), above("22 is 310, and the cap is 309", 3));
  EXPECT_EQ(under("0,260\n10,310\n"), Texts{});
  EXPECT_EQ(under("0,260\n10.001,310\n"), above("10 is 300, and the cap is 260", 2));
  EXPECT_EQ(under("5,310\n"), Texts{"power_cap: the cap at 0 is not in power_cap.csv"});
  EXPECT_EQ(under("0,310\n30,310\n20,310\n"),
            Texts{"power_cap: " + line("power_cap.csv", 4) + " is at 20, after a row at 30"});
  const auto all = found();
  EXPECT_EQ(std::count(all.checks.begin(), all.checks.end(), "the power is never above the cap"), 1);
}

// Above 300 W are 10 W for 4 s; above 250 W 10 W for 10 s, 50 W for 10 s, 60 W for 4 s, 5 W for 6 s and 50 W
// for 10 s.
TEST_F(EnergyByHand, IsCountedAboveTheCap) {
  manifest_ = R"("run": {"transport": "instant"}, "deployment": {"actors": [{"function": "cluster/scheduler",
    "parameters": {"power_cap_rule": "count"}}]})";
  const auto counted = [this](const std::string& caps, const std::string& values) {
    write_text(folder_ / "power_cap.csv", header_of("power_cap.csv") + "\n" + caps);
    return with_schedule("cap_time,cap_energy", values);
  };
  EXPECT_EQ(counted("0,300\n", "4,40"), Texts{});
  EXPECT_EQ(counted("0,250\n", "40,1370"), Texts{});
  EXPECT_EQ(counted("0,310\n", "0,0"), Texts{});
  EXPECT_EQ(counted("0,300\n", "4,41"), Texts{"metrics: cap_energy is 41 in schedule.csv, the rows say 40"});
  EXPECT_EQ(counted("0,300\n21,310\n", "4,10"),
            Texts{"metrics: cap_time is 4 in schedule.csv, the rows say 1"});
}

TEST_F(EnergyByHand, IsNotReadFromFilesThatSayNothing) {
  const auto refused = [this](const std::string& file, const std::string& from, const std::string& to) {
    const auto before = files_.at(file);
    files_[file] = std::string(before).replace(before.find(from), from.size(), to);
    auto text = thrown<InputError>([&] { found(); });
    files_[file] = before;
    return text;
  };
  EXPECT_EQ(refused("host_power.csv", "n0,2", "n0,3"),
            line("host_power.csv", 2) + ": host 'n0' has 3 units, and 2 resources in resources.csv");
  EXPECT_EQ(refused("host_power.csv", "100,120", "-1,120"),
            line("host_power.csv", 2) + ": '-1' in column 'idle' is below 0");
  EXPECT_EQ(refused("power_states.csv", "n3,24", "n4,24"),
            line("power_states.csv", 3) + ": host 'n4' is not in host_power.csv");
  EXPECT_EQ(refused("power_states.csv", "off,0\nn3,40", "asleep,0\nn3,40"),
            line("power_states.csv", 3) +
                ": 'asleep' in column 'state'; valid: on, switching_off, off, switching_on");
  EXPECT_EQ(refused("power_states.csv", "24,off,0", "24,off,3"),
            line("power_states.csv", 3) + ": pstate 3 of host 'n3' is not in host_power.csv");
}

// Which pstate is in use at the start is said by its speed alone.
TEST_F(EnergyByHand, IsNotKnownWhereTheSpeedSaysNothing) {
  files_["host_power.csv"].replace(files_["host_power.csv"].find("0,1e9"), 5, "0,2e9");
  const auto all = found();
  EXPECT_EQ(all.violations, Texts{});
  EXPECT_EQ(std::count(all.unchecked.begin(), all.unchecked.end(),
                       "energy: the speed of n0 in resources.csv is not that of one pstate in " +
                           line("host_power.csv", 2)),
            1);
}

} // namespace validator_energy_test
} // namespace malha::testing
