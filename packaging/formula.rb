# Installs what a formula for Homebrew installs, without Homebrew: formula.rb DIST PREFIX runs DIST/rkmap.rb with the words
# of Homebrew's language that it uses, on the archive in DIST that it names for this system.
require "digest"
require "fileutils"
require "pathname"
require "rbconfig"
require "tmpdir"

DIST, PREFIX = ARGV.map { |path| Pathname(path).expand_path }
OPERATING_SYSTEM = RbConfig::CONFIG["host_os"].start_with?("darwin") ? :macos : :linux
PROCESSOR = RbConfig::CONFIG["host_cpu"].match?(/arm|aarch64/) ? :arm : :intel

class Folder < Pathname
  def install(*names)
    mkpath
    names.flatten.each { |name| FileUtils.cp(name, self) }
  end
end

class Formula
  class << self
    attr_reader :tests

    %i[desc homepage version license url sha256].each do |word|
      define_method(word) { |text = nil| text ? facts[word] = text : facts.fetch(word) }
    end

    def facts = @facts ||= {}
    def on_macos = (yield if OPERATING_SYSTEM == :macos)
    def on_linux = (yield if OPERATING_SYSTEM == :linux)
    def on_arm = (yield if PROCESSOR == :arm)
    def on_intel = (yield if PROCESSOR == :intel)
    def test(&block) = @tests = block
  end

  {
    bin: "bin", man1: "share/man/man1", doc: "share/doc/rkmap", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d",
  }.each { |name, place| define_method(name) { Folder.new(PREFIX/place) } }

  def testpath = Pathname.pwd
  def shell_output(command) = `#{command}`

  def assert_equal(expected, found)
    raise "expected #{expected.inspect}, found #{found.inspect}" unless expected == found
  end
end

load DIST/"rkmap.rb"
archive = DIST/File.basename(Rkmap.url)
raise "#{archive} is not what the formula says" unless Digest::SHA256.file(archive).hexdigest == Rkmap.sha256
%i[desc homepage version license].each { |word| Rkmap.public_send(word) }
Dir.mktmpdir do |folder|
  system("tar", "-xzf", archive.to_s, "-C", folder, "--strip-components=1", exception: true)
  Dir.chdir(folder) { Rkmap.new.install }
end
Dir.mktmpdir { |folder| Dir.chdir(folder) { Rkmap.new.instance_eval(&Rkmap.tests) } }
