// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "results/report/figures/pdf.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace pdf_test {

// A folder stands where the PDF should be: rsvg-convert does its part, and the file cannot be moved there.
TEST(Pdf, SaysThatItCannotTakeTheLastStep) {
  if (std::system("command -v rsvg-convert >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "rsvg-convert is not installed";
  const TemporaryFolder folder;
  const auto file = folder / "figure.pdf";
  std::filesystem::create_directory(file);
  const auto error = thrown<CannotWrite>(
      [&] { page::write_pdf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", file); });
  EXPECT_EQ(error, file.string() + ": cannot be written: Is a directory");
  EXPECT_FALSE(is_there(file.string() + ".partial"));
  EXPECT_FALSE(is_there(file.string() + ".partial.svg"));
}

} // namespace pdf_test
} // namespace malha::testing
