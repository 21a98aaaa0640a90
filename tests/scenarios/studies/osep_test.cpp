// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace osep_test {

struct Mean {
  double sum = 0;
  int number = 0;

  void add(double value) {
    sum += value;
    ++number;
  }
  double value() const { return sum / number; }
};

// Tables 1 to 19 have 306 values and the text 211 statements and orders. Satisfactions are in points: 36 of
// two users in Tables 1 to 3, 6 in 11 tables of two users and 12 in 4 of four users: 36 + 66 + 48 = 150.
TEST(OsepStudy, AgreesWithItsThesisAsWasPromised) {
  const TemporaryFolder folder;
  const auto said = // the scenarios of the thesis: `reproduce osep` has ours, too
      run_shell("$MALHA run \"" MALHA_SOURCE_FOLDER "\"/scenarios/osep/osep-a[0-9]*.xml -o out",
                folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  std::map<std::string, int> values, claims, satisfactions;
  std::map<std::string, Mean> errors;
  Mean error;
  for (CsvReader rows(folder / "out" / "verdicts.csv"); rows.next();) {
    if (rows.text("published").empty()) {
      ++claims[rows.text("verdict")];
      continue;
    }
    ++values[rows.text("verdict")];
    if (rows.text("metric").rfind("user_satisfaction.", 0) != 0)
      continue;
    ++satisfactions[rows.text("verdict")];
    const double points = std::abs(rows.real("ours") - rows.real("published"));
    errors[rows.text("scenario")].add(points);
    error.add(points);
  }
  EXPECT_EQ(values, (std::map<std::string, int>{{"agrees", 212}, {"deviates", 54}, {"missed", 40}}));
  EXPECT_EQ(claims, (std::map<std::string, int>{{"agrees", 195}, {"deviates", 16}}));
  EXPECT_EQ(satisfactions, (std::map<std::string, int>{{"agrees", 149}, {"deviates", 1}}));
  EXPECT_EQ(errors.size(), 18u);
  for (const auto& [scenario, mean] : errors)
    EXPECT_LE(mean.value(), 5) << scenario;
  EXPECT_LE(error.value(), 2.5);
}

} // namespace osep_test
} // namespace malha::testing
