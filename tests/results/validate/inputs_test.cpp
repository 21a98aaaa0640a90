// SPDX-License-Identifier: MIT
// Files of a run that hold no run.
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_inputs_test {

class Inputs : public HandMade {
protected:
  Inputs() { rows_ = {row(0, 0, 0, 10, "0")}; }

  /// What is said of a resources.csv with this second line, behind its name.
  std::string resources(const std::string& line) {
    validated();
    write_text(folder_ / "resources.csv",
               "index,host,speed,cores,site,owner,slots\n0,n0,1e9,1,,,1\n" + line + "\n");
    const auto said = thrown<InputError>([&] { validate_schedule(folder_.path()); });
    const auto file = (folder_ / "resources.csv").string();
    return said.substr(0, file.size()) == file ? said.substr(file.size()) : said;
  }
};

TEST_F(Inputs, ResourcesHaveSpeedsAndSlots) {
  EXPECT_EQ(resources("1,n1,nan,1,,,1"), ":3: 'nan' in column 'speed' is not a finite number");
  EXPECT_EQ(resources("1,n1,inf,1,,,1"), ":3: 'inf' in column 'speed' is not a finite number");
  EXPECT_EQ(resources("1,n1,0,1,,,1"), ":3: '0' in column 'speed' is not above 0");
  EXPECT_EQ(resources("1,n1,-1,1,,,1"), ":3: '-1' in column 'speed' is not above 0");
  // As an int it were 1.
  EXPECT_EQ(resources("1,n1,1e9,1,,,4294967297"),
            ":3: '4294967297' in column 'slots' is not an integer from 1 to 2147483647");
  EXPECT_EQ(resources("1,n1,1e9,1,,,0"), ":3: '0' in column 'slots' is not an integer from 1 to 2147483647");
  EXPECT_EQ(resources("4294967297,n1,1e9,1,,,1"),
            ":3: '4294967297' in column 'index' is not an integer from 0 to 2147483646");
  EXPECT_EQ(resources("-1,n1,1e9,1,,,1"),
            ":3: '-1' in column 'index' is not an integer from 0 to 2147483646");
  EXPECT_EQ(resources("0,n1,1e9,1,,,1"), ":3: resource 0 is listed twice; valid: each index once");
}

TEST_F(Inputs, OutagesAreOfResourcesThatAreThere) {
  outages("4294967296,1,2\n"); // as an int it were 0
  EXPECT_EQ(refusal(), line("outages.csv", 2) + ": resource 4294967296 is not in resources.csv");
}

TEST_F(Inputs, WorkAndTimesAreNumbers) {
  for (const std::string wrong : {"nan", "inf"}) {
    damage_ = {{",1e+10", "," + wrong}};
    EXPECT_EQ(refusal(), line("jobs.csv", 2) + ": '" + wrong + "' in column 'work' is not a finite number");
  }
}

TEST_F(Inputs, AManifestIsNotNestedWithoutEnd) {
  manifest_ = "\"a\": " + std::string(100000, '[') + std::string(100000, ']');
  EXPECT_EQ(refusal(), (folder_ / "manifest.json").string() +
                           ": is nested 100001 deep; valid: a manifest that a run wrote");
}

TEST_F(Inputs, ACountOfTasksIsOne) {
  const auto refused = (folder_ / "manifest.json").string() +
                       ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'";
  validated();
  for (const std::string number : {"-1", "1e300", "9000000000000000000"}) {
    write_text(folder_ / "manifest.json",
               "{\"run\": {}, \"tasks_unfinished\": 0, \"tasks_submitted\": " + number + "}");
    EXPECT_EQ(thrown<InputError>([&] { validate_schedule(folder_.path()); }), refused) << number;
  }
}

} // namespace validator_inputs_test
} // namespace malha::testing
