// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// Runs the program on jobs and hosts of the test, without the time of messages.
class EnergyProgram : public ::testing::Test {
protected:
  /// A platform of a master and these hosts: attributes, and what wattage_per_state says; "": nothing.
  void hosts(const std::vector<std::pair<std::string, std::string>>& all,
             const std::string& properties = "") {
    std::string text = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
                       "<platform version='4.1'>\n<zone id='z' routing='Full'>\n"
                       "<host id='head' speed='1Gf'><prop id='role' value='master'/></host>\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& [attributes, watts] = all[i];
      text += "<host id='n" + std::to_string(i) + "' " + attributes + "><prop id='role' value='worker'/>";
      if (!watts.empty())
        text += "<prop id='wattage_per_state' value='" + watts + "'/>" + properties;
      text += "</host>\n";
    }
    write_text(folder_ / "hosts.xml", text + "</zone>\n</platform>\n");
  }

  /// "submit,run,limit,nodes,user" for each job.
  void jobs(const std::string& lines) {
    write_text(folder_ / "jobs.csv", "submit,run,limit,nodes,user\n" + lines);
  }

  Said simulate(const std::string& words) const {
    return run_shell("\"$MALHA\" simulate --set transport=instant " + words, folder_.path());
  }
  /// The hosts and jobs above, with results in `out`.
  void simulated(const std::string& words, const std::string& out = "out") const {
    const auto said =
        simulate("-p hosts.xml -w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:"
                 "nodes,limit:limit:s,user:user --overwrite -o " +
                 out + " " + words);
    EXPECT_EQ(said.status, 0) << words << '\n' << said.err;
  }
  /// Every rule of `validate` holds, and energy was looked at.
  void is_valid(const std::string& out = "out") const {
    const auto said = run_shell("\"$MALHA\" validate " + out, folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    EXPECT_NE(said.out.find("checked: the energy of jobs, hosts and users"), std::string::npos) << said.out;
  }

  /// consumed_energy of each job, by its id.
  std::map<std::int64_t, double> energy_of_jobs(const std::string& out = "out") const {
    std::map<std::int64_t, double> all;
    for (CsvReader rows(folder_ / out / "jobs.csv"); rows.next();)
      all[rows.integer("job_id")] = rows.real("consumed_energy");
    return all;
  }
  /// The columns of the row of energy.csv that is of all hosts.
  std::map<std::string, double> energy_of_all(const std::string& out = "out") const {
    std::map<std::string, double> all;
    for (CsvReader rows(folder_ / out / "energy.csv"); rows.next();)
      if (rows.text("of") == "all")
        for (const std::string column :
             {"job_energy", "idle_energy", "off_energy", "switch_energy", "energy"})
          all[column] = rows.real(column);
    EXPECT_EQ(all.size(), 5U);
    return all;
  }
  double metric(const std::string& name, const std::string& out = "out") const {
    CsvReader schedule(folder_ / out / "schedule.csv");
    EXPECT_TRUE(schedule.next());
    return schedule.real(name);
  }

  const TemporaryFolder folder_;
};

} // namespace malha::testing
